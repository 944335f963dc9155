package io.github.restartoracle.mail.inbox;

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
 * Reads an envelope once before CXF does: its header for what the triage needs, and the rest to see that it is one document
 * and nothing else. A body that is malformed or beyond CXF's limits is left to CXF, which answers with a fault.
 *
 * <p>The encoding is that of a byte order mark, else of the charset parameter, else of the XML declaration (RFC 7303,
 * section 3); a mark and a parameter that contradict each other are refused.
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
    private static final Set<String> CHARSETS =
            Set.of("utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "utf-16", "utf-16le", "utf-16be");

    private static final int MAX_DECLARATION = 200;
    private static final Pattern DECLARATION =
            Pattern.compile("<\\?xml\\s[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    private final XMLStreamReader xml;
    private boolean addressing;
    private boolean sequenced;
    private @Nullable String to;
    private @Nullable String messageId;
    private @Nullable String relatesTo;
    private final List<String> replyAddresses = new ArrayList<>();
    private boolean headerRead;
    private boolean ended;

    private EnvelopeReader(XMLStreamReader xml) {
        this.xml = xml;
    }

    /** The charset that CXF must read with: it would take what it is not told for UTF-8, whatever the document says. */
    static String charset(Part part) throws IOException, UnfitMailException {
        String named = part.type.parameter("charset");
        byte[] start;
        try (InputStream in = part.content().getInputStream()) {
            start = in.readNBytes(MAX_DECLARATION);
        }
        String mark = mark(start);
        String charset = named != null ? named.toLowerCase(Locale.ROOT) : mark != null ? mark : declared(start);
        if (!CHARSETS.contains(charset)) {
            throw new UnfitMailException("a charset that is not taken");
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
            throw new UnfitMailException("UTF-32");
        }
        if (hex.startsWith("efbbbf")) {
            return "utf-8";
        }
        return hex.startsWith("fffe") || hex.startsWith("feff") ? "utf-16" : null;
    }

    static Envelope read(Part part) throws IOException, UnfitMailException {
        String charset = charset(part);
        try (InputStream in = part.content().getInputStream()) {
            XMLStreamReader xml = StaxUtils.createXMLStreamReader(in, charset);
            try {
                return new EnvelopeReader(xml).envelope();
            } finally {
                StaxUtils.close(xml);
            }
        } catch (XMLStreamException | RuntimeException e) {
            throw new UnfitMailException("not an XML document: " + e.getClass().getSimpleName(), e);
        }
    }

    private Envelope envelope() throws XMLStreamException, UnfitMailException {
        try {
            scan();
        } catch (XMLStreamException | RuntimeException e) {
            if (ended) {
                throw new UnfitMailException("something follows the envelope", e);
            }
            if (!headerRead) {
                throw e;
            }
        }
        return new Envelope(to, messageId, relatesTo, List.copyOf(replyAddresses), addressing, sequenced);
    }

    private void scan() throws XMLStreamException, UnfitMailException {
        int depth = 0;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD -> throw new UnfitMailException("a document type declaration");
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    if (depth == 1 && !xml.getLocalName().equals("Envelope")) {
                        throw new UnfitMailException("not a SOAP envelope");
                    }
                    if (depth == 2 && !headerRead) {
                        if (isSoap("Header")) {
                            header();
                            depth--;
                        } else {
                            headerRead = true;
                        }
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> ended = --depth == 0;
                default -> {
                    // text, comments and instructions are CXF's affair
                }
            }
        }
        if (!ended) {
            throw new UnfitMailException("no envelope");
        }
    }

    private boolean isSoap(String name) {
        return xml.getLocalName().equals(name) && SOAP.contains(String.valueOf(xml.getNamespaceURI()));
    }

    private void header() throws XMLStreamException {
        while (xml.nextTag() == XMLStreamConstants.START_ELEMENT) {
            String namespace = String.valueOf(xml.getNamespaceURI());
            if (ADDRESSING.contains(namespace)) {
                addressing = true;
                addressingHeader(xml.getLocalName());
            } else {
                sequenced |= RELIABLE.contains(namespace) && xml.getLocalName().equals("Sequence");
                skip();
            }
        }
        headerRead = true;
    }

    private void addressingHeader(String name) throws XMLStreamException {
        switch (name) {
            case "To" -> to = xml.getElementText().trim();
            case "MessageID" -> messageId = xml.getElementText().trim();
            case "RelatesTo" -> relatesTo = xml.getElementText().trim();
            case "ReplyTo", "FaultTo" -> endpoint();
            default -> skip();
        }
    }

    private void endpoint() throws XMLStreamException {
        while (xml.nextTag() == XMLStreamConstants.START_ELEMENT) {
            if (xml.getLocalName().equals("Address") && ADDRESSING.contains(String.valueOf(xml.getNamespaceURI()))) {
                replyAddresses.add(xml.getElementText().trim());
            } else {
                skip();
            }
        }
    }

    private void skip() throws XMLStreamException {
        int depth = 1;
        while (depth > 0) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }
}
