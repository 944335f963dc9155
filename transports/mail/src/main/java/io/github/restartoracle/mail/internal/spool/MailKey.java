package io.github.restartoracle.mail.internal.spool;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names a mail of a mailbox by the hash of its unique id and the digest of its bytes, so that two mails stay distinct if a
 * server reuses a unique id, or has one for two mails. Both are hexadecimal and safe in a file name. The constructor throws
 * {@link IllegalArgumentException} for anything else.
 *
 * @param id 32 digits
 * @param digest 64 digits
 */
public record MailKey(String id, String digest) {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    /** The id in a mailbox without unique ids: the digest alone names the mail. */
    public static final String NO_ID = "0".repeat(32);
    /** The digest of a mail that was never read as a whole. */
    public static final String UNREAD = "0".repeat(64);

    public MailKey {
        if (!ID.matcher(id).matches() || !DIGEST.matcher(digest).matches()) {
            throw new IllegalArgumentException("malformed mail key");
        }
    }

    /**
     * Returns the hash of a unique id.
     *
     * @param uniqueId any text of the server, or null if it has no unique ids
     * @return 32 digits; {@link #NO_ID} for null
     */
    public static String id(@Nullable String uniqueId) {
        return uniqueId == null
                ? NO_ID
                : HexFormat.of()
                        .formatHex(sha256().digest(uniqueId.getBytes(StandardCharsets.UTF_8)))
                        .substring(0, 32);
    }

    /**
     * Returns a digest that names contents.
     *
     * @return SHA-256, which every JVM has
     */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256", e);
        }
    }
}
