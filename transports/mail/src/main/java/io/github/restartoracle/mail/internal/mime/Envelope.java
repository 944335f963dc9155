package io.github.restartoracle.mail.internal.mime;

import io.github.restartoracle.mail.internal.account.MailAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The sender and the recipient of a mail.
 *
 * @param sender the From of the mail
 * @param recipient its one recipient
 * @param inReplyTo the Message-ID of the mail that is answered, with its angle brackets; null for a mail that answers none, or
 *     whose identifier is malformed: it is a stranger's text, and is dropped rather than copied
 * @param reply true if the mail answers another, which RFC 3834 wants to be stated
 */
public record Envelope(
        MailAddress sender, MailAddress recipient, @Nullable String inReplyTo, boolean reply) {
    private static final Pattern MESSAGE_ID = Pattern.compile("<[\\x21-\\x3B\\x3D\\x3F-\\x7E]{1,240}>");

    public Envelope {
        if (inReplyTo != null && !MESSAGE_ID.matcher(inReplyTo).matches()) {
            inReplyTo = null;
        }
    }

    /**
     * Returns an envelope of a mail that answers none.
     *
     * @param sender the From of the mail
     * @param recipient its one recipient
     */
    public static Envelope of(MailAddress sender, MailAddress recipient) {
        return new Envelope(sender, recipient, null, false);
    }
}
