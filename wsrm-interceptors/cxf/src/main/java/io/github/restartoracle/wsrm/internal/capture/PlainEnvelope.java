package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.wsrm.internal.direct.KnownInterceptors;
import io.github.restartoracle.wsrm.internal.echo.TransmissionNumberOut;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.LoadingByteArrayOutputStream;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;

/**
 * An envelope that no unknown interceptor is to see: it is written once, without the headers of WS-RM, and transmitted for the
 * first time as these bytes with the headers inserted, be it by its own chain or later. {@link EnvelopeCopy} writes any other to
 * the transport and to a copy at the same time, and {@link CapturedEnvelope} reads that again. Stateless.
 */
final class PlainEnvelope {
    private static final String ID = PlainEnvelope.class.getName();

    private static final String UTF_8 = StandardCharsets.UTF_8.name();

    /** The tags in front of the first header, and the prefix of their names. */
    private static final Pattern HEAD = Pattern.compile("<([\\w.-]+):Envelope[^>]*><\\1:Header>");

    private static final Set<String> INSERTED = Set.of(RM10Constants.NAMESPACE_URI, RM11Constants.NAMESPACE_URI);

    private PlainEnvelope() {}

    /** Returns whether the envelope of a message was captured as a plain one. */
    static boolean isPlain(Message message) {
        return message.get(TransmissionNumberOut.LATER) != null;
    }

    /**
     * Has the envelope written to a buffer, unless the message has attachments, namespaces of its own in the envelope, another
     * encoding than UTF-8, an XML writer of its own, or an interceptor that is not known.
     *
     * @return true if the receiver gets the envelope, and is to {@linkplain #write write} it if the chain goes on
     */
    static boolean capture(Message message, EnvelopeCopy.Receiver receiver) {
        OutputStream transport = message.getContent(OutputStream.class);
        if (transport == null || !canBePlain(message)) {
            return false;
        }
        // Template and transmission share its bytes.
        ByteArrayOutputStream buffer = new LoadingByteArrayOutputStream(1024);
        XMLStreamWriter writer = StaxUtils.createXMLStreamWriter(buffer, UTF_8);
        message.put(TransmissionNumberOut.LATER, true);
        message.put(Message.ENCODING, UTF_8);
        // Written past the writer, a character that XML does not allow would reach the wire, and not fail the call.
        message.put(AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION, true);
        message.setContent(OutputStream.class, buffer);
        // With a writer at hand, CXF makes none.
        message.setContent(XMLStreamWriter.class, writer);
        InterceptorChain chain = message.getInterceptorChain();
        chain.add(new ChainStep(ID, Phase.WRITE, written -> headers(written).removeIf(PlainEnvelope::isInserted))
                .before(SoapOutInterceptor.class.getName()));
        EnvelopeCopy.atEnd(chain, written -> {
            writer.close();
            written.removeContent(XMLStreamWriter.class);
            written.setContent(OutputStream.class, transport);
            receiver.written(buffer);
        });
        return true;
    }

    private static boolean canBePlain(Message message) {
        Object encoding = message.get(Message.ENCODING);
        return message instanceof SoapMessage soap
                && !soap.hasAdditionalEnvNs()
                && message.getAttachments() == null
                && message.getContent(XMLStreamWriter.class) == null
                && (encoding == null || UTF_8.equals(encoding))
                && !MessageUtils.getContextualBoolean(message, Message.MTOM_ENABLED, false)
                && !MessageUtils.getContextualBoolean(message, AttachmentOutInterceptor.WRITE_ATTACHMENTS, false)
                && !MessageUtils.getContextualBoolean(message, StaxOutInterceptor.FORCE_START_DOCUMENT, false)
                && message.getContextualProperty(XMLOutputFactory.class.getName()) == null
                && KnownInterceptors.areAll(message.getInterceptorChain());
    }

    private static List<Header> headers(Message message) {
        return ((SoapMessage) message).getHeaders();
    }

    private static boolean isInserted(Header header) {
        return INSERTED.contains(header.getName().getNamespaceURI());
    }

    /**
     * Writes a captured envelope to the transport, with the numbers and the acknowledgements that the message has now.
     *
     * @throws IOException if the envelope does not begin as CXF writes it, or from the transport
     */
    static void write(InputStream envelope, SoapMessage message) throws IOException, XMLStreamException {
        ByteArrayOutputStream head = new ByteArrayOutputStream(1024);
        copyTag(envelope, head);
        copyTag(envelope, head);
        Matcher tags = HEAD.matcher(head.toString(StandardCharsets.UTF_8));
        if (!tags.matches()) {
            throw new IOException("the captured envelope does not begin with its headers");
        }
        RMSoapOutInterceptor.encode(message, RMContextUtils.retrieveRMProperties(message, true));
        for (Header header : message.getHeaders()) {
            if (isInserted(header)) {
                XMLStreamWriter writer = StaxUtils.createXMLStreamWriter(head, UTF_8);
                header.getDataBinding()
                        .createWriter(XMLStreamWriter.class)
                        .write(
                                header.getObject(),
                                new SoapOutInterceptor.SOAPHeaderWriter(
                                        writer, (SoapHeader) header, message.getVersion(), tags.group(1)));
                writer.close();
            }
        }
        XMLStreamWriter number = StaxUtils.createXMLStreamWriter(head, UTF_8);
        TransmissionNumberOut.write(Objects.requireNonNull(Attempt.of(message), "attempt"), number);
        number.close();
        OutputStream transport = message.getContent(OutputStream.class);
        head.writeTo(transport);
        envelope.transferTo(transport);
    }

    private static void copyTag(InputStream from, OutputStream to) throws IOException {
        int read;
        do {
            read = from.read();
            if (read < 0) {
                throw new EOFException("the captured envelope has no headers");
            }
            to.write(read);
        } while (read != '>');
    }
}
