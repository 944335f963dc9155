package io.github.restartoracle.mail.internal.account;

import java.time.Duration;
import java.util.Objects;

/**
 * The mailbox an account is polled from.
 *
 * @param server the server; its login is not null
 * @param apop true to log in with APOP (MD5) instead of a password; off unless a server offers no other login
 * @param pollInterval from the end of a poll to the beginning of the next, 100 ms or more
 * @param deletePolicy when a mail is deleted
 */
public record Pop3Mailbox(MailServer server, boolean apop, Duration pollInterval, DeletePolicy deletePolicy) {
    public Pop3Mailbox {
        Objects.requireNonNull(server.login(), "a POP3 mailbox needs a login");
        if (pollInterval.toMillis() < 100) {
            throw new IllegalArgumentException("pollInterval = " + pollInterval);
        }
        Objects.requireNonNull(deletePolicy, "deletePolicy");
    }
}
