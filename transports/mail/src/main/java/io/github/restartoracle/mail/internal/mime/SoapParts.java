package io.github.restartoracle.mail.internal.mime;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.james.mime4j.codec.QuotedPrintableOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the parts of a message so that any server may carry them: their content fields and their encoding. */
final class SoapParts {
    /** The content fields that are kept; all others have no meaning for the receiver. */
    private static final List<String> KEPT =
            List.of("Content-ID", "Content-Location", "Content-Description", "Content-Language");

    private SoapParts() {}

    /** Returns the fields of a part of CXF's, all but its encoding. */
    static List<HeaderField> fields(Part part, @Nullable String soapAction) throws UnsendableMailException {
        try {
            List<HeaderField> fields = new ArrayList<>();
            String type = part.header().only("content-type");
            ContentType media = ContentType.of(type == null ? "application/octet-stream" : type);
            if (media.type().startsWith("message/")) {
                // It may not be encoded as a whole (RFC 2045, 6.4); as opaque bytes it arrives intact.
                media = new ContentType("application/octet-stream", Map.of());
            }
            fields.add(HeaderField.folded("Content-Type", media.folded()));
            for (String name : KEPT) {
                String value = part.header().first(name.toLowerCase(Locale.ROOT));
                if (value != null) {
                    fields.add(HeaderField.of(name, value));
                }
            }
            String disposition = part.header().first("content-disposition");
            if (disposition != null) {
                fields.add(HeaderField.folded("Content-Disposition", disposition(disposition)));
            }
            if (soapAction != null) {
                fields.add(HeaderField.of("SOAPAction", soapAction));
            }
            return fields;
        } catch (UnfitMailException malformed) {
            throw new UnsendableMailException("a part of the message is malformed: " + malformed.getMessage());
        }
    }

    /** Returns the disposition. A name that is not ASCII is encoded (RFC 2231, section 4). */
    private static String disposition(String value) throws UnfitMailException {
        ContentType parsed = ContentType.disposition(value);
        String name = parsed.parameter("filename");
        if (name == null) {
            return parsed.type();
        }
        boolean ascii = name.chars().allMatch(c -> c >= ' ' && c < 0x7F);
        return ascii
                ? new ContentType(parsed.type(), Map.of("filename", name)).folded()
                : parsed.type() + ";\r\n filename*=UTF-8''" + percentEncoded(name);
    }

    private static String percentEncoded(String name) {
        StringBuilder text = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (c < 0x7F && (Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_')) {
                text.append(c);
            } else {
                text.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return text.toString();
    }

    /** Writes content as quoted-printable or base64 (RFC 2045, section 6), in lines of at most 76 characters. */
    static void encode(InputStream content, boolean quotedPrintable, OutputStream out) throws IOException {
        OutputStream open = new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                // encoders close their target, but the mail continues
                flush();
            }
        };
        try (OutputStream encoded = quotedPrintable
                ? new QuotedPrintableOutputStream(open, true)
                : Base64.getMimeEncoder().wrap(open)) {
            content.transferTo(encoded);
        }
    }
}
