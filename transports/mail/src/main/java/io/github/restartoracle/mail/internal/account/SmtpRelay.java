package io.github.restartoracle.mail.internal.account;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The relay an account sends through.
 *
 * @param server the server
 * @param bounceAddress the envelope sender, to which failures are reported, or null for the account's own address
 * @param connections connections that may be open at once, from 1 to 100
 * @param reuseFor age up to which a connection takes another mail; zero means one mail per connection
 * @param reuseMails mails that a connection takes at most, 1 or more
 * @param heloName the name in EHLO; never this machine's own
 * @param quotedPrintable true to send textual parts as quoted-printable instead of base64
 * @param notifications true to ask for reports on failures and delays (RFC 3461) where the relay offers it
 * @param etrn true to ask the relay to run its queue for a domain whose answers are missing (ETRN, RFC 1985)
 * @param etrnAfter time without an answer from a domain after which it is asked, or null if that is estimated
 * @param etrnInterval the least time between two such requests for a domain
 */
public record SmtpRelay(
        MailServer server,
        @Nullable MailAddress bounceAddress,
        int connections,
        Duration reuseFor,
        int reuseMails,
        String heloName,
        boolean quotedPrintable,
        boolean notifications,
        boolean etrn,
        @Nullable Duration etrnAfter,
        Duration etrnInterval) {
    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9.-]{1,253}|\\[[A-Fa-f0-9.:]{2,45}]");

    public SmtpRelay {
        if (connections < 1 || connections > 100) {
            throw new IllegalArgumentException("connections = " + connections);
        }
        if (reuseFor.isNegative()) {
            throw new IllegalArgumentException("reuseFor = " + reuseFor);
        }
        if (reuseMails < 1) {
            throw new IllegalArgumentException("reuseMails = " + reuseMails);
        }
        if (!isHostName(heloName)) {
            throw new IllegalArgumentException("heloName is not a host name");
        }
    }

    static boolean isHostName(String name) {
        return HOST_NAME.matcher(name).matches();
    }
}
