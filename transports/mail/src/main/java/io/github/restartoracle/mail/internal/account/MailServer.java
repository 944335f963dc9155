package io.github.restartoracle.mail.internal.account;

import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The address, protection and timeouts of one mail server. TLS is 1.2 or later, and the server's certificate and name are
 * always verified.
 *
 * @param host the host name or address, not blank
 * @param port 1 to 65535
 * @param tls the protection of the connection
 * @param trust the certificates that TLS trusts and shows, or null for the JVM's default
 * @param login the user and the secret, or null for a server without login
 * @param plaintextLogin true if the login may be sent without TLS; without this a login with {@link TlsMode#NONE} is refused
 *     here, with an {@link IllegalArgumentException}
 * @param connectTimeout for the TCP connection, greater than zero
 * @param readTimeout for each reply, greater than zero; for SMTP RFC 5321 advises 5 to 10 minutes, since a reply that comes
 *     later leaves open whether the mail was taken
 * @param writeTimeout for each write, greater than zero
 * @param deadline for a whole session (POP3) or mail (SMTP), greater than zero; a watchdog closes the connection then
 */
public record MailServer(
        String host,
        int port,
        TlsMode tls,
        @Nullable SSLContext trust,
        @Nullable Login login,
        boolean plaintextLogin,
        Duration connectTimeout,
        Duration readTimeout,
        Duration writeTimeout,
        Duration deadline) {
    public MailServer {
        if (host.isBlank()) {
            throw new IllegalArgumentException("host is blank");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port = " + port);
        }
        Objects.requireNonNull(tls, "tls");
        if (login != null && tls == TlsMode.NONE && !plaintextLogin) {
            throw new IllegalArgumentException(
                    "a login to " + host + " without TLS is not permitted (plaintext-login is false)");
        }
        requirePositive(connectTimeout, "connectTimeout");
        requirePositive(readTimeout, "readTimeout");
        requirePositive(writeTimeout, "writeTimeout");
        requirePositive(deadline, "deadline");
    }

    private static void requirePositive(Duration duration, String name) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " = " + duration);
        }
    }

    /** Returns a text with the server, its protection and the user, without secrets. */
    @Override
    public String toString() {
        return host + ":" + port + " (" + tls.word() + (login == null ? "" : ", " + login.user()) + ")";
    }
}
