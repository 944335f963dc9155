package io.github.restartoracle.wsrm.internal.echo;

import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.headers.Header;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.staxutils.W3CDOMStreamWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.w3c.dom.Element;

/**
 * Reads and writes the two headers in an envelope.
 *
 * <pre>{@code
 * <ro:Transmission xmlns:ro="urn:io.github.restartoracle:transmission:1" after="6">3</ro:Transmission>
 *
 * <ro:Echo xmlns:ro="urn:io.github.restartoracle:transmission:1" keepsCallerOrder="true">
 *   <ro:Arrival sequence="urn:uuid:..." message="7" transmission="3" heldMicros="1250"/>
 * </ro:Echo>
 * }</pre>
 */
final class TransmissionHeaders {
    static final String NAMESPACE = "urn:io.github.restartoracle:transmission:1";
    static final QName TRANSMISSION = new QName(NAMESPACE, "Transmission", "ro");
    static final QName ECHO = new QName(NAMESPACE, "Echo", "ro");

    /** The maximum number of arrivals that are read of one echo; ours never sends more. */
    static final int MAX_ARRIVALS = 64;

    private static final Logger LOG = Logs.of(TransmissionHeaders.class);
    private static final String ARRIVAL = "Arrival";
    private static final String AFTER = "after";
    private static final String DELIVERS_IN_ORDER = "deliversInOrder";
    private static final String KEEPS_CALLER_ORDER = "keepsCallerOrder";
    private static final String SEQUENCE = "sequence";
    private static final String MESSAGE = "message";
    private static final String NUMBER = "transmission";
    private static final String HELD = "heldMicros";

    private TransmissionHeaders() {}

    static void writeTransmission(XMLStreamWriter writer, int number, long after) throws XMLStreamException {
        writer.writeStartElement(TRANSMISSION.getPrefix(), TRANSMISSION.getLocalPart(), NAMESPACE);
        writer.writeNamespace(TRANSMISSION.getPrefix(), NAMESPACE);
        if (after > 0) {
            writer.writeAttribute(AFTER, Long.toString(after));
        }
        writer.writeCharacters(Integer.toString(number));
        writer.writeEndElement();
    }

    /** A message that arrived here. */
    record Arrived(String sequence, long number, int transmission, long nanos) {}

    static void writeTransmission(SoapMessage message, int number, long after) {
        replace(message, TRANSMISSION, writer -> writeTransmission(writer, number, after));
    }

    /** The content of an echo, as it is written. */
    record Said(List<Arrived> arrivals, boolean inOrder, boolean callersInOrder, long nowNanos) {
        long heldMicros(Arrived arrived) {
            return Math.max(0, nowNanos - arrived.nanos()) / 1000;
        }
    }

    static void writeEcho(SoapMessage message, Said said) {
        replace(message, ECHO, writer -> writeEcho(writer, said));
    }

    static void writeEcho(XMLStreamWriter writer, Said said) throws XMLStreamException {
        writer.writeStartElement(ECHO.getPrefix(), ECHO.getLocalPart(), NAMESPACE);
        writer.writeNamespace(ECHO.getPrefix(), NAMESPACE);
        if (said.inOrder()) {
            writer.writeAttribute(DELIVERS_IN_ORDER, "true");
        }
        if (said.callersInOrder()) {
            writer.writeAttribute(KEEPS_CALLER_ORDER, "true");
        }
        for (Arrived arrived : said.arrivals()) {
            writer.writeStartElement(ECHO.getPrefix(), ARRIVAL, NAMESPACE);
            writer.writeAttribute(SEQUENCE, arrived.sequence());
            writer.writeAttribute(MESSAGE, Long.toString(arrived.number()));
            writer.writeAttribute(NUMBER, Integer.toString(arrived.transmission()));
            writer.writeAttribute(HELD, Long.toString(said.heldMicros(arrived)));
            writer.writeEndElement();
        }
        writer.writeEndElement();
    }

    /** Reads the header of a transmission; returns its number, 0 if there is no valid one. */
    static int readTransmission(SoapMessage message, Arrival into) {
        Element element = element(message, TRANSMISSION);
        if (element == null) {
            return 0;
        }
        String after = element.getAttribute(AFTER);
        try {
            int number = Integer.parseInt(element.getTextContent().strip());
            if (number >= 1) {
                into.numbered(after.isEmpty() ? 0 : Long.parseLong(after));
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Reported below, like a number out of range.
        }
        LOG.warn("A message has the invalid transmission number \"{}\" after \"{}\"", element.getTextContent(), after);
        return 0;
    }

    static void readEcho(SoapMessage message, Arrival into, RejectedEchoes rejected) {
        Element echo = element(message, ECHO);
        if (echo == null) {
            return;
        }
        try {
            XMLStreamReader reader = StaxUtils.createXMLStreamReader(echo);
            reader.nextTag();
            readEcho(reader, into, rejected);
        } catch (XMLStreamException e) {
            throw new Fault(e);
        }
    }

    /** Reads an echo from its start to its end. */
    static void readEcho(XMLStreamReader reader, Arrival into, RejectedEchoes rejected) throws XMLStreamException {
        into.order(
                Boolean.parseBoolean(reader.getAttributeValue(null, DELIVERS_IN_ORDER)),
                Boolean.parseBoolean(reader.getAttributeValue(null, KEEPS_CALLER_ORDER)));
        int count = 0;
        for (int depth = 1; depth > 0; ) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                if (depth == 2
                        && count < MAX_ARRIVALS
                        && ARRIVAL.equals(reader.getLocalName())
                        && NAMESPACE.equals(reader.getNamespaceURI())) {
                    count++;
                    readArrival(reader, into, rejected);
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    private static void readArrival(XMLStreamReader reader, Arrival into, RejectedEchoes rejected) {
        String sequence = Objects.toString(reader.getAttributeValue(null, SEQUENCE), "");
        try {
            long message = Long.parseLong(reader.getAttributeValue(null, MESSAGE));
            int transmission = Integer.parseInt(reader.getAttributeValue(null, NUMBER));
            long heldMicros = Long.parseLong(reader.getAttributeValue(null, HELD));
            into.put(sequence, message, new Echo(transmission, Math.multiplyExact(heldMicros, 1000L)));
        } catch (ArithmeticException | IllegalArgumentException malformed) {
            rejected.malformed(sequence);
        }
    }

    private static @Nullable Element element(SoapMessage message, QName name) {
        Header header = message.getHeader(name);
        return header != null && header.getObject() instanceof Element element ? element : null;
    }

    private interface Content {
        void writeTo(XMLStreamWriter writer) throws XMLStreamException;
    }

    /**
     * Replaces a header. A restart is written from the captured envelope, which may hold the header of an earlier
     * transmission.
     */
    private static void replace(SoapMessage message, QName name, Content content) {
        W3CDOMStreamWriter writer = new W3CDOMStreamWriter();
        try {
            content.writeTo(writer);
        } catch (XMLStreamException e) {
            throw new Fault(e);
        }
        message.getHeaders().removeIf(header -> name.equals(header.getName()));
        message.getHeaders().add(new SoapHeader(name, writer.getDocument().getDocumentElement()));
    }
}
