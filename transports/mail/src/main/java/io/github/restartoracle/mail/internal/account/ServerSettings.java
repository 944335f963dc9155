package io.github.restartoracle.mail.internal.account;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the sections {@code smtp} and {@code pop3} of an account. No exception shows a value: it may be a secret. */
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
            "bounce-address",
            "connections",
            "reuse-for",
            "reuse-mails",
            "helo-name",
            "encoding",
            "notifications",
            "etrn-after",
            "etrn-interval");
    private static final Set<String> POP3 = Set.of("apop", "poll-interval", "delete");

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final String NEVER = "never";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);

    private ServerSettings() {}

    static @Nullable SmtpRelay smtp(Settings smtp, MailAddress address) {
        MailSettings.requireKnown(smtp, both(SMTP));
        return withoutValues(() -> {
            TlsMode tls = choice(smtp, "tls", TlsMode.IMPLICIT, TlsMode.values(), TlsMode::word);
            MailServer server = server(smtp, tls, tls.smtpPort(), Duration.ofMinutes(5));
            if (server == null) {
                return null;
            }
            String heloName = smtp.text("helo-name");
            if (heloName != null && !SmtpRelay.isHostName(heloName)) {
                throw new SettingException(smtp.fullName("helo-name"), heloName, "a host name");
            }
            String etrnAfter = smtp.text("etrn-after");
            return new SmtpRelay(
                    server,
                    MailSettings.parse(smtp, "bounce-address", MailAddress::of),
                    smtp.integer("connections", 2, 1, 100),
                    smtp.duration("reuse-for", Duration.ofSeconds(60), Duration.ZERO, DAY),
                    smtp.integer("reuse-mails", 1_000, 1, 1_000_000),
                    heloName == null ? address.domain() : heloName,
                    smtp.choice("encoding", "base64", Set.of("base64", "quoted-printable"))
                            .equals("quoted-printable"),
                    smtp.flag("notifications", true),
                    !NEVER.equals(etrnAfter),
                    etrnAfter == null || NEVER.equals(etrnAfter)
                            ? null
                            : smtp.duration("etrn-after", SECOND, SECOND, DAY),
                    smtp.duration("etrn-interval", Duration.ofSeconds(5), SECOND, DAY));
        });
    }

    static @Nullable Pop3Mailbox pop3(Settings pop3) {
        MailSettings.requireKnown(pop3, both(POP3));
        return withoutValues(() -> {
            TlsMode tls = choice(pop3, "tls", TlsMode.IMPLICIT, TlsMode.values(), TlsMode::word);
            MailServer server = server(pop3, tls, tls.pop3Port(), Duration.ofSeconds(60));
            if (server == null) {
                return null;
            }
            if (server.login() == null) {
                throw new SettingException(pop3.fullName("user"), "", "the user name of the mailbox");
            }
            return new Pop3Mailbox(
                    server,
                    pop3.flag("apop", false),
                    pop3.duration("poll-interval", Duration.ofSeconds(6), Duration.ofMillis(100), DAY),
                    choice(pop3, "delete", DeletePolicy.AFTER_PROCESSING, DeletePolicy.values(), DeletePolicy::word));
        });
    }

    private static <T> T withoutValues(Supplier<T> read) {
        try {
            return read.get();
        } catch (SettingException e) {
            throw e.withoutValue();
        }
    }

    private static @Nullable MailServer server(Settings server, TlsMode tls, int usualPort, Duration usualRead) {
        String host = server.text("host");
        if (host == null) {
            return null;
        }
        String user = server.text("user");
        String password = server.text("password");
        boolean plaintextLogin = server.flag("plaintext-login", false);
        boolean token = server.flag("token", false);
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
                user == null || password == null ? null : new Login(user, ignored -> password, token),
                plaintextLogin,
                server.duration("connect-timeout", Duration.ofSeconds(15), SHORT, DAY),
                server.duration("read-timeout", usualRead, SHORT, DAY),
                server.duration("write-timeout", Duration.ofSeconds(60), SHORT, DAY),
                server.duration("deadline", Duration.ofMinutes(10), SHORT, DAY));
    }

    private static <E> E choice(Settings settings, String name, E usual, E[] all, Function<E, String> word) {
        Set<String> words = Arrays.stream(all).map(word).collect(Collectors.toSet());
        String chosen = settings.choice(name, word.apply(usual), words);
        return Arrays.stream(all)
                .filter(one -> word.apply(one).equals(chosen))
                .findAny()
                .orElseThrow();
    }

    private static Set<String> both(Set<String> own) {
        Set<String> names = new TreeSet<>(COMMON);
        names.addAll(own);
        return names;
    }
}
