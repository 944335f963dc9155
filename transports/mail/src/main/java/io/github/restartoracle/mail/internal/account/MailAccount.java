package io.github.restartoracle.mail.internal.account;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One mailbox and the way it sends and receives. Immutable.
 *
 * @param name the name in properties and logs, not blank
 * @param address its address, the From of its mails
 * @param smtp the relay that it sends through, or null if it only receives
 * @param pop3 the mailbox that it is polled from, or null if it only sends
 * @param limits bounds on the cost of a mail
 * @param policy the permitted recipients and senders
 * @param spoolDirectory where received mails are kept until they are processed, or null if none was chosen; a receiving account
 *     needs one
 */
public record MailAccount(
        String name,
        MailAddress address,
        @Nullable SmtpRelay smtp,
        @Nullable Pop3Mailbox pop3,
        MailLimits limits,
        MailPolicy policy,
        @Nullable Path spoolDirectory) {
    public MailAccount {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name is blank");
        }
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(policy, "policy");
    }
}
