package io.github.restartoracle.mail.account;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One mailbox and how it sends and receives. Immutable.
 *
 * @param name the name in properties and logs, not blank
 * @param address its address, the From of what it sends
 * @param smtp what it sends through, or null if it only receives
 * @param pop3 what it is polled from, or null if it only sends
 * @param limits what a mail may cost
 * @param policy whom it writes to and hears
 * @param spoolDirectory where received mails are kept until they are processed, or null if none was chosen; a receiving
 *     account needs one
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
