package io.github.restartoracle.wsrm.internal.replay;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.apache.cxf.staxutils.StaxUtils;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Computes a digest of the body of a request while it is read. It covers the names and the text of elements and attributes,
 * and so is the same for each transmission of one request, whatever the prefixes are. It leaves out those attributes that a
 * source may write anew each time: the marks of WS-Security on signed elements, and the names of attachments. Not
 * thread-safe.
 */
final class BodyDigest extends StreamReaderDelegate {
    private static final String SECURITY_UTILITY =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

    private static final String INCLUDE = "http://www.w3.org/2004/08/xop/include";
    /** Characters that no document can contain. */
    private static final char START = 1;

    private static final char END = 2;
    private static final char VALUE = 3;

    private final MessageDigest digest;
    private final byte[] bytes = new byte[1024];
    private int length;
    private int depth;
    private @Nullable String value;

    /** Begins the digest at the start of the first element of a body, or at the end of an empty body. */
    BodyDigest(XMLStreamReader body) {
        super(body);
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        if (body.isStartElement()) {
            read(START_ELEMENT);
        }
    }

    /** Returns the digest of an element that was read. */
    static BodyDigest ofAll(Element read) throws XMLStreamException {
        XMLStreamReader reader = StaxUtils.createXMLStreamReader(read);
        if (!reader.isStartElement()) {
            reader.nextTag();
        }
        BodyDigest digest = new BodyDigest(reader);
        while (digest.depth > 0) {
            digest.next();
        }
        return digest;
    }

    /** Returns the digest; null if the first element of the body was not read to its end. */
    @Nullable
    String value() {
        if (value == null && depth == 0) {
            digest.update(bytes, 0, length);
            value = HexFormat.of().formatHex(digest.digest());
        }
        return value;
    }

    @Override
    public int next() throws XMLStreamException {
        int event = super.next();
        if (depth > 0) {
            read(event);
        }
        return event;
    }

    @Override
    public int nextTag() throws XMLStreamException {
        int event = next();
        while (event == COMMENT || event == PROCESSING_INSTRUCTION || event == SPACE || (hasText() && isWhiteSpace())) {
            event = next();
        }
        if (event != START_ELEMENT && event != END_ELEMENT) {
            throw new XMLStreamException("expected an element", getLocation());
        }
        return event;
    }

    @Override
    public String getElementText() throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        for (int event = next(); event != END_ELEMENT; event = next()) {
            if (event == CHARACTERS || event == CDATA || event == SPACE || event == ENTITY_REFERENCE) {
                text.append(getText());
            } else if (event != COMMENT && event != PROCESSING_INSTRUCTION) {
                throw new XMLStreamException("expected text", getLocation());
            }
        }
        return text.toString();
    }

    private void read(int event) {
        switch (event) {
            case START_ELEMENT -> {
                depth++;
                add(START, Objects.requireNonNullElse(getNamespaceURI(), ""), getLocalName());
                attributes().forEach(attribute -> add(VALUE, attribute, ""));
            }
            case END_ELEMENT -> {
                depth--;
                add(END, "", "");
            }
            case CHARACTERS, CDATA, SPACE -> {
                char[] text = getTextCharacters();
                int from = getTextStart();
                for (int i = from; i < from + getTextLength(); i++) {
                    add(text[i]);
                }
            }
            default -> {
                // It is no content.
            }
        }
    }

    /** Returns the attributes in one order. */
    private Set<String> attributes() {
        Set<String> attributes = new TreeSet<>();
        for (int i = 0; i < getAttributeCount(); i++) {
            String namespace = getAttributeNamespace(i);
            if (!SECURITY_UTILITY.equals(namespace) && !INCLUDE.equals(getNamespaceURI())) {
                attributes.add(Objects.requireNonNullElse(namespace, "")
                        + VALUE
                        + getAttributeLocalName(i)
                        + VALUE
                        + getAttributeValue(i));
            }
        }
        return attributes;
    }

    private void add(char kind, String first, String second) {
        add(kind);
        for (String part : List.of(first, second)) {
            part.chars().forEach(character -> add((char) character));
            add(VALUE);
        }
    }

    private void add(char character) {
        bytes[length++] = (byte) (character >> Byte.SIZE);
        bytes[length++] = (byte) character;
        if (length == bytes.length) {
            digest.update(bytes);
            length = 0;
        }
    }
}
