package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.mime.Part;
import io.github.restartoracle.mail.internal.mime.UnfitMailException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.staxutils.StaxUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads an envelope once before CXF does, for the addresses that it names, and to check that it is one document with header and
 * body in their places. CXF takes every element called Header in front of the body for a header, at any depth, so an envelope
 * with other elements beside one header and one body is unfit. A body that is malformed or beyond CXF's limits is left to CXF,
 * which answers with a fault.
 *
 * <p>The encoding is that of a byte order mark, else of the charset parameter, else of the XML declaration (RFC 7303, section
 * 3); a mark and a parameter that contradict each other are refused.
 */
final class EnvelopeReader {
    private static final Set<String> SOAP =
            Set.of("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
    private static final Set<String> ADDRESSING = Set.of(
            "http://www.w3.org/2005/08/addressing",
            "http://schemas.xmlsoap.org/ws/2004/08/addressing",
            "http://schemas.xmlsoap.org/ws/2004/03/addressing",
            "http://schemas.xmlsoap.org/ws/2003/03/addressing");
    private static final Set<String> RELIABLE =
            Set.of("http://schemas.xmlsoap.org/ws/2005/02/rm", "http://docs.oasis-open.org/ws-rx/wsrm/200702");
    private static final String MAKE_CONNECTION = "http://docs.oasis-open.org/ws-rx/wsmc/200702";
    private static final Set<String> CHARSETS =
            Set.of("utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "utf-16", "utf-16le", "utf-16be");

    private static final int MAX_DECLARATION = 200;
    private static final int MAX_TEXT = 2_000;
    private static final int MAX_NAMED = 100;
    private static final Pattern DECLARATION =
            Pattern.compile("<\\?xml\\s[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    private enum Place {
        ENVELOPE,
        HEADER,
        BODY
    }

    private final XMLStreamReader xml;
    private final List<String> named = new ArrayList<>();
    private Place place = Place.ENVELOPE;
    private int depth;
    /** The namespace of the envelope; null if the version of SOAP is unknown, which CXF answers with a fault. */
    private @Nullable String soap;

    private boolean inEndpoint;
    private boolean inProtocol;
    private boolean addressing;
    private boolean sequenced;
    private @Nullable String to;
    private @Nullable String messageId;
    private @Nullable String relatesTo;
    private boolean ended;

    private EnvelopeReader(XMLStreamReader xml) {
        this.xml = xml;
    }

    /** Returns the charset that CXF must read with. Without it CXF uses UTF-8, even if the document declares another. */
    static String charset(Part part) throws IOException, UnfitMailException {
        String parameter = part.type().parameter("charset");
        byte[] start;
        try (InputStream in = part.open()) {
            start = in.readNBytes(MAX_DECLARATION);
        }
        String mark = mark(start);
        String charset = parameter != null ? parameter.toLowerCase(Locale.ROOT) : mark != null ? mark : declared(start);
        if (!CHARSETS.contains(charset)) {
            throw new UnfitMailException("the charset is not supported");
        }
        if (mark != null && !charset.startsWith(mark)) {
            throw new UnfitMailException("the charset parameter contradicts the byte order mark");
        }
        return charset;
    }

    private static String declared(byte[] start) {
        Matcher declaration = DECLARATION.matcher(new String(start, StandardCharsets.ISO_8859_1));
        return declaration.lookingAt() ? declaration.group(1).toLowerCase(Locale.ROOT) : "utf-8";
    }

    private static @Nullable String mark(byte[] start) throws UnfitMailException {
        String hex = HexFormat.of().formatHex(start, 0, Math.min(4, start.length));
        if (hex.equals("fffe0000") || hex.equals("0000feff")) {
            throw new UnfitMailException("the charset UTF-32 is not supported");
        }
        if (hex.startsWith("efbbbf")) {
            return "utf-8";
        }
        return hex.startsWith("fffe") || hex.startsWith("feff") ? "utf-16" : null;
    }

    static SoapAddressing read(Part part) throws IOException, UnfitMailException {
        String charset = charset(part);
        try (InputStream in = part.open()) {
            XMLStreamReader xml = StaxUtils.createXMLStreamReader(in, charset);
            try {
                return new EnvelopeReader(xml).read();
            } finally {
                StaxUtils.close(xml);
            }
        } catch (XMLStreamException | RuntimeException e) {
            throw new UnfitMailException("not an XML document: " + e.getClass().getSimpleName(), e);
        }
    }

    private SoapAddressing read() throws XMLStreamException, UnfitMailException {
        try {
            scan();
        } catch (XMLStreamException | RuntimeException e) {
            if (ended) {
                throw new UnfitMailException("content after the envelope", e);
            }
            if (place != Place.BODY) {
                throw e;
            }
        }
        return new SoapAddressing(to, messageId, relatesTo, List.copyOf(named), addressing, sequenced);
    }

    private void scan() throws XMLStreamException, UnfitMailException {
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD ->
                    throw new UnfitMailException("a document type declaration is not permitted");
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    element(xml.getLocalName(), String.valueOf(xml.getNamespaceURI()));
                }
                case XMLStreamConstants.END_ELEMENT -> ended = --depth == 0;
                default -> {
                    // text, comments and instructions are left to CXF
                }
            }
        }
        if (!ended) {
            throw new UnfitMailException("no envelope");
        }
    }

    private void element(String name, String namespace) throws XMLStreamException, UnfitMailException {
        if (depth == 1) {
            if (!name.equals("Envelope")) {
                throw new UnfitMailException("not a SOAP envelope");
            }
            soap = SOAP.contains(namespace) ? namespace : null;
        } else if (soap == null) {
            place = Place.BODY;
        } else if (depth == 2) {
            child(name, namespace);
        } else if (place == Place.HEADER) {
            if (SOAP.contains(namespace) && Set.of("Envelope", "Header", "Body").contains(name)) {
                throw new UnfitMailException("an Envelope, Header or Body element inside the header");
            }
            header(name, namespace);
        } else {
            inProtocol = depth == 3 ? isProtocol(namespace) : inProtocol;
            if (inProtocol && isAddress(name, namespace)) {
                name();
            }
        }
    }

    private void child(String name, String namespace) throws UnfitMailException {
        if (name.equals("Header") && namespace.equals(soap) && place == Place.ENVELOPE) {
            place = Place.HEADER;
        } else if (name.equals("Body") && namespace.equals(soap) && place != Place.BODY) {
            place = Place.BODY;
        } else {
            throw new UnfitMailException("an envelope must have at most one Header, then one Body, and nothing else");
        }
    }

    private static boolean isProtocol(String namespace) {
        return RELIABLE.contains(namespace) || namespace.equals(MAKE_CONNECTION);
    }

    private static boolean isAddress(String name, String namespace) {
        return name.equals("Address") && (ADDRESSING.contains(namespace) || namespace.equals(MAKE_CONNECTION));
    }

    private void header(String name, String namespace) throws XMLStreamException, UnfitMailException {
        if (depth > 3) {
            if (inEndpoint && depth == 4 && isAddress(name, namespace)) {
                name();
            }
            return;
        }
        inEndpoint = false;
        sequenced |= RELIABLE.contains(namespace) && name.equals("Sequence");
        if (ADDRESSING.contains(namespace)) {
            addressing = true;
            switch (name) {
                case "To" -> to = once(to);
                case "MessageID" -> messageId = once(messageId);
                case "RelatesTo" -> relatesTo = text();
                default -> inEndpoint = name.equals("ReplyTo") || name.equals("FaultTo");
            }
        }
    }

    private String once(@Nullable String former) throws XMLStreamException, UnfitMailException {
        if (former != null) {
            throw new UnfitMailException("a duplicate WS-Addressing header");
        }
        return text();
    }

    private void name() throws XMLStreamException, UnfitMailException {
        if (named.size() == MAX_NAMED) {
            throw new UnfitMailException("more than " + MAX_NAMED + " addresses");
        }
        named.add(text());
    }

    /** Reads the text of an element up to its end, in bounded memory. */
    private String text() throws XMLStreamException, UnfitMailException {
        StringBuilder text = new StringBuilder();
        for (int event = xml.next(); event != XMLStreamConstants.END_ELEMENT; event = xml.next()) {
            if (event == XMLStreamConstants.START_ELEMENT) {
                throw new UnfitMailException("an element inside an address");
            }
            if (xml.hasText() && event != XMLStreamConstants.COMMENT) {
                text.append(xml.getText());
            }
            if (text.length() > MAX_TEXT) {
                throw new UnfitMailException("an address longer than " + MAX_TEXT + " characters");
            }
        }
        depth--;
        return text.toString().trim();
    }
}
