package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.CapturingXMLWriter;

/** Has the envelope of a message written to a buffer too. Stateless. */
final class EnvelopeCopy {
    private static final String ID = EnvelopeCopy.class.getName();

    private EnvelopeCopy() {}

    /** Takes the envelope when it is written. */
    interface Receiver {
        void written(ByteArrayOutputStream envelope) throws IOException, XMLStreamException;
    }

    /** A step when an envelope is written. */
    interface Ending {
        void take(Message message) throws IOException, XMLStreamException;
    }

    static void add(InterceptorChain chain, Receiver receiver) {
        chain.add(new ChainStep(ID, Phase.PRE_PROTOCOL, EnvelopeCopy::begin));
        atEnd(chain, message -> receiver.written(end(message)));
    }

    /** Takes a step when the envelope of a chain is written. */
    static void atEnd(InterceptorChain chain, Ending ending) {
        chain.add(new ChainStep(ID, Phase.WRITE_ENDING, message -> {
                    try {
                        ending.take(message);
                    } catch (IOException | XMLStreamException e) {
                        throw new Fault(e);
                    }
                })
                .after(SoapOutInterceptor.SoapOutEndingInterceptor.class.getName()));
    }

    private static void begin(Message message) {
        XMLStreamWriter writer = message.getContent(XMLStreamWriter.class);
        CapturingXMLWriter capturing = new CapturingXMLWriter(writer);
        message.put("RM_ORIGINAL_WRITER", writer);
        message.put("RM_CAPTURING_WRITER", capturing);
        message.setContent(XMLStreamWriter.class, capturing);
        message.put(AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION, true);
    }

    private static ByteArrayOutputStream end(Message message) throws XMLStreamException {
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

    /** Ends the chain of a message that another thread transmits from the copy. */
    static void endChain(Message message) {
        message.getInterceptorChain().abort();
        message.removeContent(OutputStream.class);
        message.removeContent(XMLStreamWriter.class);
    }
}
