package io.github.restartoracle.wsrm.internal.capture;

import java.io.ByteArrayOutputStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.CapturingXMLWriter;

/** Writes the envelope of a message to a buffer too. Stateless. */
final class EnvelopeCopy extends AbstractPhaseInterceptor<Message> {
    EnvelopeCopy() {
        super(Phase.PRE_PROTOCOL);
    }

    @Override
    public void handleMessage(Message message) {
        XMLStreamWriter writer = message.getContent(XMLStreamWriter.class);
        CapturingXMLWriter capturing = new CapturingXMLWriter(writer);
        message.put("RM_ORIGINAL_WRITER", writer);
        message.put("RM_CAPTURING_WRITER", capturing);
        message.setContent(XMLStreamWriter.class, capturing);
        message.put(AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION, true);
    }

    /**
     * Ends the copy.
     *
     * @return the envelope that was written
     * @throws RuntimeException if it could not be written
     */
    static ByteArrayOutputStream end(Message message) throws XMLStreamException {
        message.setContent(XMLStreamWriter.class, (XMLStreamWriter) message.get("RM_ORIGINAL_WRITER"));
        if (!(message.get("RM_CAPTURING_WRITER") instanceof CapturingXMLWriter capturing)) {
            throw new IllegalStateException("an interceptor has replaced the writer that captures the message");
        }
        Throwable unwritable = capturing.getThrowable();
        if (unwritable != null) {
            throw unwritable instanceof RuntimeException unchecked ? unchecked : new Fault(unwritable);
        }
        return capturing.getOutputStream();
    }
}
