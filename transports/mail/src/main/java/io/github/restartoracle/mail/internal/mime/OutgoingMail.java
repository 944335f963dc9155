package io.github.restartoracle.mail.internal.mime;

import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cxf.io.CachedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A mail as the relay gets it, complete and encoded: ASCII, lines of at most 998 characters, CRLF line ends. A large one is in
 * a temporary file until it is closed. Can be written several times; confined to one thread at a time.
 */
public final class OutgoingMail implements AutoCloseable {
    private static final Pattern MESSAGE_ID = Pattern.compile("<([0-9a-f]{32})@[^<>]*>");

    private final Envelope envelope;
    private final String id;
    private final CachedOutputStream rendered;

    OutgoingMail(Envelope envelope, String id, CachedOutputStream rendered) {
        this.envelope = envelope;
        this.id = id;
        this.rendered = rendered;
    }

    /** Returns the sender and the recipient. */
    public Envelope envelope() {
        return envelope;
    }

    /**
     * Returns the Message-ID.
     *
     * @return with its angle brackets
     */
    public String messageId() {
        return messageId(id, envelope);
    }

    static String messageId(String id, Envelope envelope) {
        return "<" + id + "@" + envelope.sender().domain() + ">";
    }

    /**
     * Returns the {@link #envelopeId} in the {@link #messageId} of a mail that was sent.
     *
     * @param messageId text that claims to be such a Message-ID
     * @return 32 hexadecimal digits, null if the text has another form
     */
    public static @Nullable String envelopeIdIn(@Nullable String messageId) {
        Matcher own = MESSAGE_ID.matcher(String.valueOf(messageId));
        return own.matches() ? own.group(1) : null;
    }

    /**
     * Returns the ENVID (RFC 3461) by which a delivery report names this mail; it cannot be guessed.
     *
     * @return 32 hexadecimal digits
     */
    public String envelopeId() {
        return id;
    }

    /**
     * Returns the size of the mail.
     *
     * @return the bytes that {@link #writeTo} writes
     */
    public long size() {
        return rendered.size();
    }

    /**
     * Writes the mail, headers and body.
     *
     * @param out where to; not closed
     * @throws IOException if it cannot be written or read back
     */
    public void writeTo(OutputStream out) throws IOException {
        rendered.writeCacheTo(out);
    }

    @Override
    public void close() throws IOException {
        rendered.close();
    }
}
