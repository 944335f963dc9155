package io.github.restartoracle.mail.internal.mime;

import io.github.restartoracle.mail.internal.account.MailLimits;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.MimeIOException;
import org.apache.james.mime4j.codec.Base64InputStream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.QuotedPrintableInputStream;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.jspecify.annotations.Nullable;

/**
 * Parses a mail, within limits and strictly: content that is cut off, encoded wrongly or ambiguous is unfit. Mails inside the
 * mail are left as they are.
 */
public final class MimeReader {
    private final Bounds bounds;
    private final Deque<Part> open = new ArrayDeque<>();
    private @Nullable Part root;
    private int parts;
    private long decoded;

    private record Bounds(int headerBytes, int headerCount, int parts, int depth, long decodedBytes) {
        /** The bounds for messages of our own, whose size the size of a mail bounds. */
        static final Bounds OWN =
                new Bounds(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 2, Long.MAX_VALUE);

        static Bounds of(MailLimits limits) {
            return new Bounds(
                    limits.headerBytes(), limits.headerCount(), limits.parts(), limits.depth(), limits.decodedBytes());
        }
    }

    private MimeReader(Bounds bounds) {
        this.bounds = bounds;
    }

    /**
     * Reads a mail.
     *
     * @param mail the octets from the header on; not closed
     * @param limits bounds of the mail
     * @return the outermost entity; the caller closes it
     * @throws UnfitMailException if the mail is not plain MIME, or beyond a limit
     * @throws IOException if the octets cannot be read, or the contents cannot be kept
     */
    public static Part read(InputStream mail, MailLimits limits) throws IOException, UnfitMailException {
        return new MimeReader(Bounds.of(limits)).whole(mail, null);
    }

    /** Reads a body whose type is known; the caller closes the result. */
    static Part readBody(InputStream body, String contentType) throws IOException, UnfitMailException {
        return new MimeReader(Bounds.OWN).whole(body, contentType);
    }

    private Part whole(InputStream in, @Nullable String contentType) throws IOException, UnfitMailException {
        boolean done = false;
        try {
            Part whole = parse(new Source(in), contentType);
            done = true;
            return whole;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (MimeException | MimeIOException e) {
            throw new UnfitMailException("MIME is malformed: " + e.getClass().getSimpleName(), e);
        } catch (RuntimeException e) {
            throw new UnfitMailException("MIME cannot be read: " + e.getClass().getSimpleName(), e);
        } finally {
            if (!done && root != null) {
                root.close();
            }
        }
    }

    /** Distinguishes a disk that fails from a mail that is broken. */
    private static final class Source extends FilterInputStream {
        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] octets, int offset, int length) {
            try {
                return in.read(octets, offset, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Part parse(InputStream in, @Nullable String contentType)
            throws IOException, MimeException, UnfitMailException {
        MimeConfig config = MimeConfig.custom()
                .setStrictParsing(true)
                .setMaxHeaderCount(bounds.headerCount())
                .setMaxHeaderLen(bounds.headerBytes())
                .setMaxLineLen(-1)
                .setMaxContentLen(-1)
                .build();
        MimeTokenStream tokens = new MimeTokenStream(config, DecodeMonitor.STRICT, null);
        tokens.setRecursionMode(RecursionMode.M_NO_RECURSE);
        Header header = new Header();
        if (contentType == null) {
            tokens.parse(in);
        } else {
            tokens.parseHeadless(in, contentType);
            header.add("Content-Type", contentType);
        }
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
                            .equals(part.type().parameter("boundary"))) {
                        throw new UnfitMailException("a boundary is ambiguous");
                    }
                    open.push(part);
                }
                case T_END_MULTIPART -> open.pop();
                case T_BODY -> decode(part(header, false), tokens.getInputStream());
                default -> {
                    // text around the parts is ignored
                }
            }
        }
        if (root == null) {
            throw new UnfitMailException("no body");
        }
        return root;
    }

    private Part part(Header header, boolean multipart) throws UnfitMailException {
        ContentType type = ContentType.of(header.only("content-type"));
        if (type.isMultipart() != multipart) {
            throw new UnfitMailException("a Content-Type is ambiguous");
        }
        if (++parts > bounds.parts()) {
            throw new UnfitMailException("more than " + bounds.parts() + " parts");
        }
        if (open.size() >= bounds.depth()) {
            throw new UnfitMailException("parts are nested deeper than " + bounds.depth() + " levels");
        }
        if (header.first("content-encoding") != null) {
            throw new UnfitMailException("Content-Encoding is not supported");
        }
        String encoding = transferEncoding(header);
        if (multipart && (encoding.equals("base64") || encoding.equals("quoted-printable"))) {
            throw new UnfitMailException("a multipart has a transfer encoding");
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
        InputStream in = switch (transferEncoding(part.header())) {
            case "7bit", "8bit", "binary" -> encoded;
            case "base64" -> new Base64InputStream(encoded, DecodeMonitor.STRICT);
            case "quoted-printable" -> new QuotedPrintableInputStream(encoded, DecodeMonitor.STRICT);
            default -> throw new UnfitMailException("an unknown transfer encoding");
        };
        CachedOutputStream content = new CachedOutputStream();
        part.content = content;
        byte[] chunk = new byte[16 << 10];
        for (int read = next(in, chunk); read >= 0; read = next(in, chunk)) {
            decoded += read;
            if (decoded > bounds.decodedBytes()) {
                throw new UnfitMailException("larger than " + bounds.decodedBytes() + " octets after decoding");
            }
            content.write(chunk, 0, read);
        }
        // Not locked: a locked content deletes its file when the first of several readers is closed.
        content.flush();
    }

    private static int next(InputStream in, byte[] chunk) throws UnfitMailException {
        try {
            return in.read(chunk);
        } catch (IOException e) {
            throw new UnfitMailException("a body does not match its transfer encoding", e);
        }
    }
}
