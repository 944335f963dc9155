package io.github.restartoracle.wsrm.internal.direct;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.VersionTransformer.Names200408;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.jspecify.annotations.Nullable;

/**
 * Reads an envelope with an empty body and only these headers: those of WS-Addressing, acknowledgements of ranges, and the
 * echo. Not thread-safe; belongs to one envelope.
 */
final class AcknowledgementReader {
    private static final Set<String> SOAP = Set.of(Soap11.SOAP_NAMESPACE, Soap12.SOAP_NAMESPACE);
    private static final Set<String> ADDRESSING = Set.of(Names.WSA_NAMESPACE_NAME, Names200408.WSA_NAMESPACE_NAME);
    private static final Set<String> RELIABLE = Set.of(RM10Constants.NAMESPACE_URI, RM11Constants.NAMESPACE_URI);
    private static final Set<String> ACTIONS =
            Set.of(RM10Constants.SEQUENCE_ACKNOWLEDGMENT_ACTION, RM11Constants.SEQUENCE_ACKNOWLEDGMENT_ACTION);

    static final String IDENTIFIER = "Identifier";
    static final String RANGE = "AcknowledgementRange";
    private static final String NONE = "None";
    static final String LOWER = "Lower";
    static final String UPPER = "Upper";

    /** Reads our own header. */
    interface EchoReader {
        /** Reads a header to its end if it is an echo; returns false, at its start, if it is not. */
        boolean read(XMLStreamReader reader) throws XMLStreamException;
    }

    private final byte[] envelope;
    private final @Nullable String encoding;
    private final EchoReader echo;
    private final List<SequenceAcknowledgement> acknowledgements = new ArrayList<>(1);
    private boolean isAcknowledgement;

    AcknowledgementReader(byte[] envelope, @Nullable String encoding, EchoReader echo) {
        this.envelope = envelope;
        this.encoding = encoding;
        this.echo = echo;
    }

    /** Returns the acknowledgements in the envelope; none if it has other content. */
    List<SequenceAcknowledgement> read() throws XMLStreamException {
        XMLStreamReader reader = StaxUtils.createXMLStreamReader(new ByteArrayInputStream(envelope), encoding);
        try {
            return readEnvelope(reader) && isAcknowledgement ? acknowledgements : List.of();
        } catch (NumberFormatException e) {
            return List.of();
        } finally {
            StaxUtils.close(reader);
        }
    }

    private boolean readEnvelope(XMLStreamReader reader) throws XMLStreamException {
        if (reader.nextTag() != XMLStreamReader.START_ELEMENT
                || !isSoap(reader, "Envelope")
                || reader.nextTag() != XMLStreamReader.START_ELEMENT
                || !isSoap(reader, "Header")) {
            return false;
        }
        while (reader.nextTag() == XMLStreamReader.START_ELEMENT) {
            if (!readHeader(reader)) {
                return false;
            }
        }
        return reader.nextTag() == XMLStreamReader.START_ELEMENT
                && isSoap(reader, "Body")
                && reader.nextTag() == XMLStreamReader.END_ELEMENT
                && reader.nextTag() == XMLStreamReader.END_ELEMENT;
    }

    private static boolean isSoap(XMLStreamReader reader, String name) {
        return name.equals(reader.getLocalName()) && SOAP.contains(reader.getNamespaceURI());
    }

    /** Reads a header to its end; returns false if it is not one of the known ones. */
    private boolean readHeader(XMLStreamReader reader) throws XMLStreamException {
        String namespace = reader.getNamespaceURI();
        if (ADDRESSING.contains(namespace)) {
            if (Names.WSA_ACTION_NAME.equals(reader.getLocalName())) {
                isAcknowledgement |= ACTIONS.contains(reader.getElementText().strip());
            } else {
                skip(reader);
            }
            return true;
        }
        if (RELIABLE.contains(namespace) && RMConstants.SEQUENCE_ACK_NAME.equals(reader.getLocalName())) {
            return readAcknowledgement(reader, namespace);
        }
        return echo.read(reader);
    }

    private boolean readAcknowledgement(XMLStreamReader reader, String namespace) throws XMLStreamException {
        SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement();
        boolean named = false;
        while (reader.nextTag() == XMLStreamReader.START_ELEMENT) {
            if (!namespace.equals(reader.getNamespaceURI())) {
                return false;
            } else if (IDENTIFIER.equals(reader.getLocalName())) {
                Identifier identifier = new Identifier();
                identifier.setValue(reader.getElementText().strip());
                acknowledgement.setIdentifier(identifier);
                named = true;
            } else if (RANGE.equals(reader.getLocalName())) {
                AcknowledgementRange range = new AcknowledgementRange();
                range.setLower(number(reader, LOWER));
                range.setUpper(number(reader, UPPER));
                acknowledgement.getAcknowledgementRange().add(range);
                skip(reader);
            } else if (NONE.equals(reader.getLocalName()) && acknowledgement.isSetAcknowledgementRange()) {
                // CXF writes it behind every range of WS-RM 1.1.
                skip(reader);
            } else {
                return false;
            }
        }
        acknowledgements.add(acknowledgement);
        return named;
    }

    private static long number(XMLStreamReader reader, String attribute) {
        String text = reader.getAttributeValue(null, attribute);
        return Long.parseLong(text == null ? "" : text.strip());
    }

    private static void skip(XMLStreamReader reader) throws XMLStreamException {
        for (int depth = 1; depth > 0; ) {
            int event = reader.next();
            if (event == XMLStreamReader.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamReader.END_ELEMENT) {
                depth--;
            }
        }
    }
}
