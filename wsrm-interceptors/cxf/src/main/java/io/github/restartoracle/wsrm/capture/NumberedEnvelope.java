package io.github.restartoracle.wsrm.capture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapVersion;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;

/**
 * A captured envelope with the header that gives the message its number. It equals the first transmission of the message,
 * and need not be parsed and written once more. Immutable.
 */
final class NumberedEnvelope {
    private static final int EXPECTED_BYTES = 256;
    private static final Pattern HEADER = Pattern.compile("([\\w.-]+:)?Header");
    private static final String SOAP = "s";
    private static final String WSRM = "wsrm";

    private final byte[] captured;
    private final byte[] header;
    private final int position;

    private NumberedEnvelope(byte[] captured, byte[] header, int position) {
        this.captured = captured;
        this.header = header;
        this.position = position;
    }

    /**
     * Puts the header into an envelope.
     *
     * @param captured the envelope in UTF-8, without the headers of WS-RM
     * @param properties the sequence and the number of the message
     * @return null if a WS-RM header has more content than the number, or if the envelope does not begin as CXF writes it
     */
    static @Nullable NumberedEnvelope of(byte[] captured, SoapVersion version, @Nullable RMProperties properties)
            throws XMLStreamException {
        int position = endOfHeaderTag(captured);
        if (position < 0
                || properties == null
                || properties.getSequence() == null
                || properties.isLastMessage()
                || !isEmpty(properties.getAcks())
                || !isEmpty(properties.getAcksRequested())
                || properties.getCloseSequence() != null) {
            return null;
        }
        byte[] header = header(version, properties.getNamespaceURI(), properties.getSequence());
        return new NumberedEnvelope(captured, header, position);
    }

    private static boolean isEmpty(@Nullable Collection<?> elements) {
        return elements == null || elements.isEmpty();
    }

    /** Returns the end of the second start tag if that is the tag of the headers; otherwise -1. */
    private static int endOfHeaderTag(byte[] envelope) {
        int first = indexOf(envelope, '>', 0);
        int second = first < 0 ? -1 : indexOf(envelope, '>', first + 1);
        if (second < 0 || envelope[0] != '<' || envelope[1] == '?' || envelope[first + 1] != '<') {
            return -1;
        }
        String name = new String(envelope, first + 2, second - first - 2, StandardCharsets.UTF_8);
        return HEADER.matcher(name).matches() ? second + 1 : -1;
    }

    private static int indexOf(byte[] in, char what, int from) {
        for (int i = from; i < in.length; i++) {
            if (in[i] == what) {
                return i;
            }
        }
        return -1;
    }

    private static byte[] header(SoapVersion version, String namespace, SequenceType sequence)
            throws XMLStreamException {
        ByteArrayOutputStream header = new ByteArrayOutputStream(EXPECTED_BYTES);
        XMLStreamWriter writer = StaxUtils.createXMLStreamWriter(header);
        writer.writeStartElement(WSRM, RMConstants.SEQUENCE_NAME, namespace);
        writer.writeNamespace(WSRM, namespace);
        writer.writeNamespace(SOAP, version.getNamespace());
        writer.writeAttribute(SOAP, version.getNamespace(), "mustUnderstand", version instanceof Soap12 ? "true" : "1");
        writer.writeStartElement(WSRM, "Identifier", namespace);
        writer.writeCharacters(sequence.getIdentifier().getValue());
        writer.writeEndElement();
        writer.writeStartElement(WSRM, "MessageNumber", namespace);
        writer.writeCharacters(Long.toString(sequence.getMessageNumber()));
        writer.writeEndElement();
        writer.writeEndElement();
        writer.close();
        return header.toByteArray();
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(captured, 0, position);
        out.write(header);
        out.write(captured, position, captured.length - position);
    }
}
