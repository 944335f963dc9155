package io.github.restartoracle.wsrm.internal.echo;

import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.DOMUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Reads and writes the two headers in an envelope.
 *
 * <pre>{@code
 * <ro:Transmission xmlns:ro="urn:io.github.restartoracle:transmission:1">3</ro:Transmission>
 *
 * <ro:Echo xmlns:ro="urn:io.github.restartoracle:transmission:1" deliversInOrder="true">
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
    private static final String DELIVERS_IN_ORDER = "deliversInOrder";
    private static final String SEQUENCE = "sequence";
    private static final String MESSAGE = "message";
    private static final String NUMBER = "transmission";
    private static final String HELD = "heldMicros";

    private TransmissionHeaders() {}

    /** A message that arrived here. */
    record Arrived(String sequence, long number, int transmission, long nanos) {}

    static void writeTransmission(SoapMessage message, int number) {
        Element element = element(TRANSMISSION);
        element.setTextContent(Integer.toString(number));
        replace(message, TRANSMISSION, element);
    }

    /** The content of an echo, as it is written. */
    record Said(List<Arrived> arrivals, boolean inOrder, long nowNanos) {
        long heldMicros(Arrived arrived) {
            return Math.max(0, nowNanos - arrived.nanos()) / 1000;
        }
    }

    static void writeEcho(SoapMessage message, Said said) {
        Element echo = element(ECHO);
        if (said.inOrder()) {
            echo.setAttribute(DELIVERS_IN_ORDER, "true");
        }
        for (Arrived arrived : said.arrivals()) {
            Element arrival = echo.getOwnerDocument().createElementNS(NAMESPACE, "ro:" + ARRIVAL);
            arrival.setAttribute(SEQUENCE, arrived.sequence());
            arrival.setAttribute(MESSAGE, Long.toString(arrived.number()));
            arrival.setAttribute(NUMBER, Integer.toString(arrived.transmission()));
            arrival.setAttribute(HELD, Long.toString(said.heldMicros(arrived)));
            echo.appendChild(arrival);
        }
        replace(message, ECHO, echo);
    }

    static void writeEcho(XMLStreamWriter writer, Said said) throws XMLStreamException {
        writer.writeStartElement(ECHO.getPrefix(), ECHO.getLocalPart(), NAMESPACE);
        writer.writeNamespace(ECHO.getPrefix(), NAMESPACE);
        if (said.inOrder()) {
            writer.writeAttribute(DELIVERS_IN_ORDER, "true");
        }
        for (Arrived arrived : said.arrivals()) {
            writer.writeEmptyElement(ECHO.getPrefix(), ARRIVAL, NAMESPACE);
            writer.writeAttribute(SEQUENCE, arrived.sequence());
            writer.writeAttribute(MESSAGE, Long.toString(arrived.number()));
            writer.writeAttribute(NUMBER, Integer.toString(arrived.transmission()));
            writer.writeAttribute(HELD, Long.toString(said.heldMicros(arrived)));
        }
        writer.writeEndElement();
    }

    /** Returns the transmission number, 0 if there is no valid one. */
    static int readTransmission(SoapMessage message) {
        Element element = element(message, TRANSMISSION);
        if (element == null) {
            return 0;
        }
        try {
            int number = Integer.parseInt(element.getTextContent().strip());
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Reported below, like a number out of range.
        }
        LOG.warn("A message has the invalid transmission number \"{}\"", element.getTextContent());
        return 0;
    }

    static void readEcho(SoapMessage message, Arrival into, RejectedEchoes rejected) {
        Element echo = element(message, ECHO);
        if (echo == null) {
            return;
        }
        into.deliversInOrder(Boolean.parseBoolean(echo.getAttribute(DELIVERS_IN_ORDER)));
        int count = 0;
        for (Node child = echo.getFirstChild(); child != null && count < MAX_ARRIVALS; child = child.getNextSibling()) {
            if (child instanceof Element arrival
                    && ARRIVAL.equals(arrival.getLocalName())
                    && NAMESPACE.equals(arrival.getNamespaceURI())) {
                count++;
                readArrival(arrival::getAttribute, into, rejected);
            }
        }
    }

    /** Reads an echo from its start to its end. */
    static void readEcho(XMLStreamReader reader, Arrival into, RejectedEchoes rejected) throws XMLStreamException {
        into.deliversInOrder(Boolean.parseBoolean(reader.getAttributeValue(null, DELIVERS_IN_ORDER)));
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
                    readArrival(name -> Objects.toString(reader.getAttributeValue(null, name), ""), into, rejected);
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    private static void readArrival(UnaryOperator<String> attributes, Arrival into, RejectedEchoes rejected) {
        String sequence = attributes.apply(SEQUENCE);
        try {
            long heldMicros = Long.parseLong(attributes.apply(HELD));
            Echo echo = new Echo(Integer.parseInt(attributes.apply(NUMBER)), Math.multiplyExact(heldMicros, 1000L));
            into.put(sequence, Long.parseLong(attributes.apply(MESSAGE)), echo);
        } catch (ArithmeticException | IllegalArgumentException malformed) {
            rejected.malformed(sequence);
        }
    }

    private static @Nullable Element element(SoapMessage message, QName name) {
        Header header = message.getHeader(name);
        return header != null && header.getObject() instanceof Element element ? element : null;
    }

    private static Element element(QName name) {
        Document document = DOMUtils.getEmptyDocument();
        return document.createElementNS(name.getNamespaceURI(), name.getPrefix() + ":" + name.getLocalPart());
    }

    /**
     * Replaces a header. A restart is written from the captured envelope, which may hold the header of an earlier
     * transmission.
     */
    private static void replace(SoapMessage message, QName name, Element element) {
        message.getHeaders().removeIf(header -> name.equals(header.getName()));
        message.getHeaders().add(new SoapHeader(name, element));
    }
}
