package io.github.restartoracle.mail.account;

import io.github.restartoracle.mail.address.MailAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The relay an account sends through.
 *
 * @param server how it is reached
 * @param bounceAddress the envelope sender, to which failures are reported, or null for the account's own address
 * @param connections how many connections may be open at once, from 1 to 100
 * @param reuseFor how old a connection may be when it takes another mail; zero means one mail per connection
 * @param reuseMails how many mails a connection takes at most, 1 or more
 * @param heloName the name in EHLO; never this machine's own
 * @param quotedPrintable whether textual parts are sent as quoted-printable instead of base64
 * @param notifications whether failures and delays are asked for (RFC 3461) where the relay offers it
 */
public record SmtpRelay(
        MailServer server,
        @Nullable MailAddress bounceAddress,
        int connections,
        Duration reuseFor,
        int reuseMails,
        String heloName,
        boolean quotedPrintable,
        boolean notifications) {
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
        if (!heloName.matches("[A-Za-z0-9.-]{1,253}|\\[[A-Fa-f0-9.:]{2,45}]")) {
            throw new IllegalArgumentException("heloName is no host name");
        }
    }
}
