package io.github.restartoracle.mail.mime;

import jakarta.activation.DataSource;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.ContentDisposition;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.cxf.io.CachedOutputStream;
import org.jspecify.annotations.Nullable;

/** The parts of a payload, decoded, the root first if it is a {@code multipart/related} of CXF's. */
final class SoapParts {
    /** Fields that describe content and are kept; all others of a part mean nothing to the receiver. */
    private static final List<String> KEPT =
            List.of("Content-ID", "Content-Location", "Content-Description", "Content-Language");

    private SoapParts() {}

    static List<Leaf> of(SoapPayload payload, MediaType type, boolean quotedPrintable) throws IOException {
        List<Leaf> leaves = new ArrayList<>();
        try {
            MimeMultipart multipart = new MimeMultipart(new BodySource(payload.contentType(), payload.body()));
            String start = type.parameter("start");
            for (int i = 0; i < multipart.getCount(); i++) {
                BodyPart part = multipart.getBodyPart(i);
                boolean root = start == null ? i == 0 : start.equals(first(part, "Content-ID"));
                leaves.add(leaf(part, root ? payload.soapAction() : null, root && quotedPrintable));
            }
        } catch (MessagingException malformed) {
            throw new UnsendableMailException("the multipart message is malformed");
        }
        if (leaves.isEmpty()) {
            throw new UnsendableMailException("the multipart message has no parts");
        }
        return leaves;
    }

    private static Leaf leaf(BodyPart part, @Nullable String soapAction, boolean quotedPrintable)
            throws MessagingException, IOException {
        List<HeaderField> fields = new ArrayList<>();
        String type = first(part, "Content-Type");
        MediaType media = MediaType.parse(unfolded(type == null ? "application/octet-stream" : type));
        if (media.isMultipart() || media.name().startsWith("message/")) {
            // Neither may be encoded as a whole (RFC 2045, 6.4); as opaque bytes it arrives intact.
            media = new MediaType("application/octet-stream", java.util.Map.of());
        }
        fields.add(HeaderField.folded("Content-Type", media.folded()));
        for (String name : KEPT) {
            String value = first(part, name);
            if (value != null) {
                fields.add(HeaderField.of(name, unfolded(value)));
            }
        }
        String disposition = first(part, "Content-Disposition");
        if (disposition != null) {
            fields.add(HeaderField.folded("Content-Disposition", disposition(unfolded(disposition))));
        }
        if (soapAction != null) {
            fields.add(HeaderField.of("SOAPAction", soapAction));
        }
        return new Leaf(fields, part.getInputStream(), quotedPrintable);
    }

    /** The disposition with a name that is not ASCII encoded as RFC 2231, section 4, says. */
    private static String disposition(String value) throws MessagingException {
        ContentDisposition parsed = new ContentDisposition(value);
        StringBuilder text = new StringBuilder(HeaderField.harmless(parsed.getDisposition(), 60));
        String name = parsed.getParameter("filename");
        if (name != null) {
            text.append(";\r\n filename");
            if (name.chars().allMatch(c -> c >= ' ' && c < 0x7F)) {
                text.append("=\"")
                        .append(name.replace("\\", "\\\\").replace("\"", "\\\""))
                        .append('"');
            } else {
                text.append("*=UTF-8''").append(percentEncoded(name));
            }
        }
        return text.toString();
    }

    /** Header bytes are read as ISO 8859-1, so each character is a byte of what CXF wrote in UTF-8. */
    private static String percentEncoded(String bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes.getBytes(StandardCharsets.ISO_8859_1)) {
            char c = (char) (b & 0xFF);
            if (c < 0x7F && (Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_')) {
                text.append(c);
            } else {
                text.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return text.toString();
    }

    private static @Nullable String first(BodyPart part, String name) throws MessagingException {
        String[] values = part.getHeader(name);
        return values == null || values.length == 0 ? null : values[0];
    }

    private static String unfolded(String value) {
        return value.replaceAll("\r?\n[ \t]+", " ").strip();
    }

    /** The body for Jakarta Mail's parser. */
    private record BodySource(String type, CachedOutputStream body) implements DataSource {
        @Override
        public InputStream getInputStream() throws IOException {
            return body.getInputStream();
        }

        @Override
        public OutputStream getOutputStream() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String getContentType() {
            return type;
        }

        @Override
        public String getName() {
            return "soap";
        }
    }
}
