package io.github.restartoracle.wsrm.capture;

import io.github.restartoracle.wsrm.direct.KnownInterceptors;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConstants;
import org.jspecify.annotations.Nullable;

/**
 * Buffers the envelope of a one-way message, which is then marshalled once: the buffer is captured, and transmitted with
 * the number of the message. Requires a chain of known interceptors. With any other, {@link EnvelopeCopy} marshals to the
 * transport and to a copy at the same time, which rules out CXF's fastest way of marshalling. Belongs to the chain of its
 * message.
 */
final class EnvelopeBuffer extends AbstractSoapInterceptor {
    /** Headers that differ between transmissions; {@link NumberedEnvelope} inserts the first of each version. */
    private static final Set<QName> NOT_CAPTURED = Set.of(
            new QName(RM10Constants.NAMESPACE_URI, RMConstants.SEQUENCE_NAME),
            new QName(RM10Constants.NAMESPACE_URI, RMConstants.SEQUENCE_ACK_NAME),
            new QName(RM11Constants.NAMESPACE_URI, RMConstants.SEQUENCE_NAME),
            new QName(RM11Constants.NAMESPACE_URI, RMConstants.SEQUENCE_ACK_NAME));

    private final OutputStream transport;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(1024);
    private final XMLStreamWriter writer;

    private EnvelopeBuffer(OutputStream transport) {
        super(Phase.WRITE);
        addBefore(SoapOutInterceptor.class.getName());
        this.transport = transport;
        this.writer = StaxUtils.createXMLStreamWriter(buffer, StandardCharsets.UTF_8.name());
    }

    /**
     * Has the rest of the chain write to a buffer.
     *
     * @param message in the phase in which its writer is about to be made
     * @return null if an unknown interceptor is in the chain, or the message is not plain
     */
    static @Nullable EnvelopeBuffer of(Message message) {
        OutputStream transport = message.getContent(OutputStream.class);
        if (transport == null
                || !(message instanceof SoapMessage)
                || message.getAttachments() != null
                || message.getContent(XMLStreamWriter.class) != null
                || !isPlain(message)
                || !KnownInterceptors.areAll(message.getInterceptorChain())) {
            return null;
        }
        EnvelopeBuffer envelope = new EnvelopeBuffer(transport);
        message.put(Message.ENCODING, StandardCharsets.UTF_8.name());
        message.setContent(OutputStream.class, envelope.buffer);
        // With a writer at hand, CXF makes none.
        message.setContent(XMLStreamWriter.class, envelope.writer);
        return envelope;
    }

    /** Returns whether a one-way message is sent as UTF-8, without attachments or an XML writer of its own. */
    private static boolean isPlain(Message message) {
        Object encoding = message.get(Message.ENCODING);
        return message.getExchange().isOneWay()
                && (encoding == null || StandardCharsets.UTF_8.name().equals(encoding))
                && !MessageUtils.getContextualBoolean(message, Message.MTOM_ENABLED, false)
                && !MessageUtils.getContextualBoolean(message, AttachmentOutInterceptor.WRITE_ATTACHMENTS, false)
                && !MessageUtils.getContextualBoolean(message, StaxOutInterceptor.FORCE_START_DOCUMENT, false)
                && message.getContextualProperty(XMLOutputFactory.class.getName()) == null;
    }

    @Override
    public void handleMessage(SoapMessage message) {
        message.getHeaders().removeIf(header -> NOT_CAPTURED.contains(header.getName()));
    }

    /** Ends the envelope; the rest of the chain writes to the transport. */
    ByteArrayOutputStream end(Message message) throws XMLStreamException {
        writer.close();
        message.removeContent(XMLStreamWriter.class);
        message.setContent(OutputStream.class, transport);
        return buffer;
    }
}
