package io.github.restartoracle.mail.account;

import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads how the servers of an account are reached.
 *
 * <p>Both: {@code host}, {@code port} (default by {@code tls}), {@code tls} ({@code implicit}, the default,
 * {@code starttls}, {@code none}), {@code user}, {@code password}, {@code plaintext-login} (default false),
 * {@code connect-timeout} (15s), {@code read-timeout} (SMTP 5m, POP3 60s), {@code write-timeout} (60s), {@code deadline}
 * (SMTP 10m a mail, POP3 10m a session).
 *
 * <p>SMTP: {@code bounce-address}, {@code connections} (2), {@code reuse-for} (60s), {@code reuse-mails} (1000),
 * {@code helo-name} (the account's domain), {@code encoding} ({@code base64} or {@code quoted-printable}),
 * {@code notifications} (true), {@code token} (false; true if the password is an OAuth 2.0 token). POP3: {@code apop}
 * (false), {@code token}, {@code poll-interval} (6s), {@code delete} ({@code after-processing}, {@code after-spool},
 * {@code never}).
 */
final class ServerSettings {
    private static final Set<String> COMMON = Set.of(
            "host",
            "port",
            "tls",
            "user",
            "password",
            "token",
            "plaintext-login",
            "connect-timeout",
            "read-timeout",
            "write-timeout",
            "deadline");
    private static final Set<String> SMTP = Set.of(
            "bounce-address", "connections", "reuse-for", "reuse-mails", "helo-name", "encoding", "notifications");
    private static final Set<String> POP3 = Set.of("apop", "poll-interval", "delete");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration SHORT = Duration.ofMillis(10);

    private ServerSettings() {}

    static @Nullable SmtpRelay smtp(Settings smtp, MailAddress address) {
        MailSettings.requireKnown(smtp, both(SMTP));
        TlsMode tls = tls(smtp);
        MailServer server = server(smtp, tls, tls.smtpPort(), Duration.ofMinutes(5));
        if (server == null) {
            return null;
        }
        String heloName = smtp.text("helo-name");
        try {
            return new SmtpRelay(
                    server,
                    MailSettings.parse(smtp, "bounce-address", MailAddress::of),
                    smtp.integer("connections", 2, 1, 100),
                    smtp.duration("reuse-for", Duration.ofSeconds(60), Duration.ZERO, DAY),
                    smtp.integer("reuse-mails", 1_000, 1, 1_000_000),
                    heloName == null ? address.domain() : heloName,
                    smtp.choice("encoding", "base64", Set.of("base64", "quoted-printable"))
                            .equals("quoted-printable"),
                    smtp.flag("notifications", true));
        } catch (SettingException known) {
            throw known;
        } catch (IllegalArgumentException unusable) {
            throw new SettingException(smtp.fullName("helo-name"), String.valueOf(heloName), "a host name");
        }
    }

    static @Nullable Pop3Mailbox pop3(Settings pop3) {
        MailSettings.requireKnown(pop3, both(POP3));
        TlsMode tls = tls(pop3);
        MailServer server = server(pop3, tls, tls.pop3Port(), Duration.ofSeconds(60));
        if (server == null) {
            return null;
        }
        if (server.login() == null) {
            throw new SettingException(pop3.fullName("user"), "", "the user name of the mailbox");
        }
        String delete = pop3.choice(
                "delete",
                DeletePolicy.AFTER_PROCESSING.word(),
                words(Arrays.stream(DeletePolicy.values())
                        .map(DeletePolicy::word)
                        .toList()));
        return new Pop3Mailbox(
                server,
                pop3.flag("apop", false),
                pop3.duration("poll-interval", Duration.ofSeconds(6), Duration.ofMillis(100), DAY),
                Arrays.stream(DeletePolicy.values())
                        .filter(policy -> policy.word().equals(delete))
                        .findAny()
                        .orElseThrow());
    }

    private static @Nullable MailServer server(Settings server, TlsMode tls, int usualPort, Duration usualRead) {
        String host = server.text("host");
        if (host == null) {
            return null;
        }
        String user = server.text("user");
        String password = server.text("password");
        boolean plaintextLogin = server.flag("plaintext-login", false);
        if (user != null && password == null) {
            throw new SettingException(server.fullName("password"), "", "the password of the user");
        }
        if (user != null && tls == TlsMode.NONE && !plaintextLogin) {
            throw new SettingException(
                    server.fullName("tls"),
                    tls.word(),
                    "implicit or starttls, because a user is set; "
                            + server.fullName("plaintext-login")
                            + " = true permits the login without TLS");
        }
        return new MailServer(
                host,
                server.integer("port", usualPort, 1, 65_535),
                tls,
                null,
                user == null || password == null
                        ? null
                        : new Login(user, ignored -> password, server.flag("token", false)),
                plaintextLogin,
                server.duration("connect-timeout", Duration.ofSeconds(15), SHORT, DAY),
                server.duration("read-timeout", usualRead, SHORT, DAY),
                server.duration("write-timeout", Duration.ofSeconds(60), SHORT, DAY),
                server.duration("deadline", Duration.ofMinutes(10), SHORT, DAY));
    }

    private static TlsMode tls(Settings server) {
        String word = server.choice(
                "tls",
                TlsMode.IMPLICIT.word(),
                words(Arrays.stream(TlsMode.values()).map(TlsMode::word).toList()));
        return Arrays.stream(TlsMode.values())
                .filter(mode -> mode.word().equals(word))
                .findAny()
                .orElseThrow();
    }

    private static Set<String> words(Iterable<String> words) {
        Set<String> set = new TreeSet<>();
        words.forEach(set::add);
        return set;
    }

    private static Set<String> both(Set<String> own) {
        Set<String> names = new TreeSet<>(COMMON);
        names.addAll(own);
        return names;
    }
}
