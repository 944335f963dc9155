package io.github.restartoracle.mail.inbox;

import io.github.restartoracle.mail.account.MailLimits;
import io.github.restartoracle.mail.spool.SpooledMail;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.codec.Base64InputStream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.QuotedPrintableInputStream;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.jspecify.annotations.Nullable;

/**
 * Takes a mail apart, within limits and without forgiveness: what is cut off, encoded wrongly or ambiguous is unfit. Mails
 * inside the mail are left as they are.
 */
final class MimeReader {
    private final MailLimits limits;
    private final Deque<Part> open = new ArrayDeque<>();
    private @Nullable Part root;
    private int parts;
    private long decoded;

    private MimeReader(MailLimits limits) {
        this.limits = limits;
    }

    /** The caller closes what is returned. */
    static Part read(SpooledMail mail, MailLimits limits) throws IOException, UnfitMailException {
        MimeReader reader = new MimeReader(limits);
        boolean done = false;
        try (InputStream in = mail.open()) {
            Part root = reader.parse(in);
            done = true;
            return root;
        } catch (MimeException e) {
            throw new UnfitMailException("MIME is malformed: " + e.getClass().getSimpleName(), e);
        } catch (RuntimeException e) {
            throw new UnfitMailException("MIME cannot be read: " + e.getClass().getSimpleName(), e);
        } finally {
            if (!done && reader.root != null) {
                reader.root.close();
            }
        }
    }

    private Part parse(InputStream in) throws IOException, MimeException, UnfitMailException {
        MimeConfig config = MimeConfig.custom()
                .setStrictParsing(true)
                .setMaxHeaderCount(limits.headerCount())
                .setMaxHeaderLen(limits.headerBytes())
                .setMaxLineLen(-1)
                .setMaxContentLen(-1)
                .build();
        MimeTokenStream tokens = new MimeTokenStream(config, DecodeMonitor.STRICT, null);
        tokens.setRecursionMode(RecursionMode.M_NO_RECURSE);
        tokens.parse(in);
        Header header = new Header();
        for (EntityState state = tokens.getState(); state != EntityState.T_END_OF_STREAM; state = tokens.next()) {
            switch (state) {
                case T_START_HEADER -> header = new Header();
                case T_FIELD ->
                    header.add(
                            tokens.getField().getName(),
                            String.valueOf(tokens.getField().getBody()));
                case T_START_MULTIPART -> {
                    Part part = part(header, true);
                    if (!String.valueOf(tokens.getBodyDescriptor().getBoundary())
                            .equals(part.type.parameter("boundary"))) {
                        throw new UnfitMailException("a boundary can be read in two ways");
                    }
                    open.push(part);
                }
                case T_END_MULTIPART -> open.pop();
                case T_BODY -> decode(part(header, false), tokens.getInputStream());
                default -> {
                    // what is around the parts says nothing
                }
            }
        }
        if (root == null) {
            throw new UnfitMailException("no content");
        }
        return root;
    }

    private Part part(Header header, boolean multipart) throws UnfitMailException {
        ContentType type = ContentType.of(header.only("content-type"));
        if (type.isMultipart() != multipart) {
            throw new UnfitMailException("a Content-Type can be read in two ways");
        }
        if (++parts > limits.parts()) {
            throw new UnfitMailException("more than " + limits.parts() + " parts");
        }
        if (open.size() >= limits.depth()) {
            throw new UnfitMailException("parts are nested deeper than " + limits.depth());
        }
        if (header.first("content-encoding") != null) {
            throw new UnfitMailException("a content encoding");
        }
        String encoding = transferEncoding(header);
        if (multipart && (encoding.equals("base64") || encoding.equals("quoted-printable"))) {
            throw new UnfitMailException("a multipart with a transfer encoding");
        }
        Part part = new Part(header, type);
        Part parent = open.peek();
        if (parent != null) {
            parent.parts.add(part);
        } else if (root == null) {
            root = part;
        }
        return part;
    }

    private static String transferEncoding(Header header) throws UnfitMailException {
        String field = header.only("content-transfer-encoding");
        return field == null ? "7bit" : field.toLowerCase(Locale.ROOT);
    }

    private void decode(Part part, InputStream encoded) throws IOException, UnfitMailException {
        InputStream in = switch (transferEncoding(part.header)) {
            case "7bit", "8bit", "binary" -> encoded;
            case "base64" -> new Base64InputStream(encoded, DecodeMonitor.STRICT);
            case "quoted-printable" -> new QuotedPrintableInputStream(encoded, DecodeMonitor.STRICT);
            default -> throw new UnfitMailException("an unknown transfer encoding");
        };
        CachedOutputStream content = new CachedOutputStream();
        part.content = content;
        byte[] chunk = new byte[16 << 10];
        try {
            int read;
            while ((read = in.read(chunk)) >= 0) {
                decoded += read;
                if (decoded > limits.decodedBytes()) {
                    throw new UnfitMailException("larger than " + limits.decodedBytes() + " octets decoded");
                }
                content.write(chunk, 0, read);
            }
        } catch (IOException e) {
            throw new UnfitMailException("a transfer encoding is broken", e);
        }
        // Not locked: a locked one deletes its file with the first reader that is closed, and there will be several.
        content.flush();
    }
}
