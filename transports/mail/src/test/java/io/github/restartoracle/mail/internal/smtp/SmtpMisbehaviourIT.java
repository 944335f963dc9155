package io.github.restartoracle.mail.internal.smtp;

import static io.github.restartoracle.mail.internal.smtp.ScriptedRelay.CLOSE;
import static io.github.restartoracle.mail.internal.smtp.ScriptedRelay.FLOOD;
import static io.github.restartoracle.mail.internal.smtp.ScriptedRelay.OLD_TLS;
import static io.github.restartoracle.mail.internal.smtp.ScriptedRelay.SILENCE;
import static io.github.restartoracle.mail.internal.smtp.ScriptedRelay.SLOWLY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.restartoracle.mail.internal.account.Login;
import io.github.restartoracle.mail.internal.account.TlsMode;
import io.github.restartoracle.mail.internal.mime.OutgoingMail;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The outcome of a mail when the relay misbehaves, for every entry of the list of misbehaviour. */
class SmtpMisbehaviourIT {
    private static final String ACCEPTED = "accepted";
    private static final String STARTTLS = "250-relay\n250-STARTTLS\n250 AUTH PLAIN";
    private static final Login LOGIN = Login.of("user", "hunter2");

    @TempDir
    static Path directory;

    private static SSLContext good;
    private static SSLContext otherHost;
    private static SSLContext expired;

    @BeforeAll
    static void makeCertificates() throws Exception {
        good = TestCertificates.context(directory, "good", "localhost");
        otherHost = TestCertificates.context(directory, "other", "relay.example.net");
        expired = TestCertificates.expired(directory, "localhost");
    }

    /** One way to misbehave. */
    private record Case(
            String name,
            String expected,
            TlsMode tls,
            @Nullable String shown,
            @Nullable String trusted,
            boolean login,
            int bytes,
            List<Map<String, String>> scripts) {
        static Case of(String name, String expected, String... verbsAndReplies) {
            return new Case(name, expected, TlsMode.NONE, null, null, false, 100, List.of(script(verbsAndReplies)));
        }

        Case then(String... verbsAndReplies) {
            List<Map<String, String>> more = Stream.concat(scripts.stream(), Stream.of(script(verbsAndReplies)))
                    .toList();
            return new Case(name, expected, tls, shown, trusted, login, bytes, more);
        }

        Case tls(TlsMode mode, String shownBy, String trustedBy) {
            return new Case(name, expected, mode, shownBy, trustedBy, login, bytes, scripts);
        }

        Case withLogin() {
            return new Case(name, expected, tls, shown, trusted, true, bytes, scripts);
        }

        /** Returns the case with a mail larger than all buffers on the way. */
        Case large() {
            return new Case(name, expected, tls, shown, trusted, login, 20_000_000, scripts);
        }

        /**
         * Returns whether a script has a word; {@link ScriptedRelay#SILENCE} and {@link ScriptedRelay#SLOWLY} get short
         * timeouts.
         */
        boolean says(String word) {
            return scripts.stream().flatMap(script -> script.values().stream()).anyMatch(word::equals);
        }

        private static Map<String, String> script(String... verbsAndReplies) {
            Map<String, String> script = new java.util.HashMap<>();
            for (int i = 0; i < verbsAndReplies.length; i += 2) {
                script.put(verbsAndReplies[i], verbsAndReplies[i + 1]);
            }
            return script;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        return List.of(
                Case.of("137 greeting 421", "TEMPORARY at GREETING 421", "GREETING", "421 busy"),
                Case.of("137 greeting 554", "PERMANENT at GREETING 554", "GREETING", "554 5.7.1 go away"),
                Case.of("138 EHLO unknown", ACCEPTED, "EHLO", "502 what?"),
                Case.of("138 EHLO unknown, TLS needed", "PERMANENT at TLS 0", "EHLO", "502 what?")
                        .tls(TlsMode.STARTTLS, "good", "good"),
                Case.of("138 EHLO unknown, login needed", "PERMANENT at LOGIN 0", "EHLO", "502 what?")
                        .withLogin(),
                Case.of("139 MAIL 450", "TEMPORARY at MAIL 450", "MAIL", "450 4.7.1 later"),
                Case.of("139 MAIL 550", "PERMANENT at MAIL 550", "MAIL", "550 5.7.1 not you"),
                Case.of("139 RCPT 451", "TEMPORARY at RCPT 451", "RCPT", "451 4.3.0 later"),
                Case.of("139 RCPT 550", "PERMANENT at RCPT 550", "RCPT", "550 5.1.1 nobody"),
                Case.of("139 DATA 452", "TEMPORARY at DATA 452", "DATA", "452 4.3.1 full"),
                Case.of("139 DATA 554", "PERMANENT at DATA 554", "DATA", "554 5.5.1 no"),
                Case.of("139 dot 451", "TEMPORARY at FINAL 451", "DOT", "451 4.3.0 later"),
                Case.of("139 dot 554", "PERMANENT at FINAL 554", "DOT", "554 5.6.0 content"),
                Case.of("139 dot 554, then RSET fails", "PERMANENT at FINAL 554", "DOT", "554 5.6.0 no", "RSET", CLOSE),
                Case.of("139 unknown 5yz at RCPT", "PERMANENT at RCPT 571", "RCPT", "571 no"),
                Case.of("140 quota at RCPT", "TEMPORARY at RCPT 552", "RCPT", "552 5.2.2 full"),
                Case.of("140 552 at RCPT", "TEMPORARY at RCPT 552", "RCPT", "552 full"),
                Case.of("140 size at RCPT", "PERMANENT at RCPT 552", "RCPT", "552 5.3.4 too large"),
                Case.of("140 quota at dot", "TEMPORARY at FINAL 552", "DOT", "552 5.2.2 full"),
                Case.of("140 size at dot", "PERMANENT at FINAL 552", "DOT", "552 5.3.4 too large"),
                Case.of("141 drop in mid body", "TEMPORARY at BODY 0", "BODY", CLOSE)
                        .large(),
                Case.of("142 drop after dot", "UNKNOWN at FINAL 0", "DOT", CLOSE),
                Case.of("143 no reply to dot", "UNKNOWN at FINAL 0", "DOT", SILENCE),
                Case.of("144 250 without text", ACCEPTED, "DOT", "250"),
                Case.of("144 no digits", "UNKNOWN at FINAL 0", "DOT", "fine, thank you"),
                Case.of("144 endless lines", "UNKNOWN at FINAL 0", "DOT", SLOWLY),
                Case.of("145 closed before MAIL", "TEMPORARY at MAIL 421", "MAIL", "421 closing" + CLOSE),
                Case.of("146 RCPT 251", ACCEPTED, "RCPT", "251 forwards"),
                Case.of("146 RCPT 252", ACCEPTED, "RCPT", "252 perhaps"),
                Case.of("147 STARTTLS stripped", "PERMANENT at TLS 0")
                        .tls(TlsMode.STARTTLS, "good", "good")
                        .withLogin(),
                Case.of("147 STARTTLS 454", "TEMPORARY at TLS 454", "EHLO", STARTTLS, "STARTTLS", "454 not now")
                        .tls(TlsMode.STARTTLS, "good", "good")
                        .withLogin(),
                Case.of("148 injection", "TEMPORARY at TLS 0", "EHLO", STARTTLS, "STARTTLS", "220 go\n250 injected")
                        .tls(TlsMode.STARTTLS, "good", "good")
                        .withLogin(),
                Case.of("STARTTLS as it should be", ACCEPTED, "EHLO", STARTTLS, "EHLO-TLS", "250-relay\n250 AUTH PLAIN")
                        .tls(TlsMode.STARTTLS, "good", "good")
                        .withLogin(),
                Case.of("EHLO refused after STARTTLS", "PERMANENT at HELLO 502", "EHLO", STARTTLS, "EHLO-TLS", "502 no")
                        .tls(TlsMode.STARTTLS, "good", "good")
                        .withLogin(),
                Case.of("149 certificate as it should be", ACCEPTED)
                        .tls(TlsMode.IMPLICIT, "good", "good")
                        .withLogin(),
                Case.of("149 certificate expired", "PERMANENT at TLS 0")
                        .tls(TlsMode.IMPLICIT, "expired", "expired")
                        .withLogin(),
                Case.of("149 certificate of another host", "PERMANENT at TLS 0")
                        .tls(TlsMode.IMPLICIT, "other", "other")
                        .withLogin(),
                Case.of("149 certificate self-signed", "PERMANENT at TLS 0")
                        .tls(TlsMode.IMPLICIT, "good", "other")
                        .withLogin(),
                Case.of("149 certificate self-signed, STARTTLS", "PERMANENT at TLS 0", "EHLO", STARTTLS)
                        .tls(TlsMode.STARTTLS, "good", "other")
                        .withLogin(),
                Case.of("149 TLS 1.0 only", "PERMANENT at TLS 0", "TLS", OLD_TLS)
                        .tls(TlsMode.IMPLICIT, "good", "good")
                        .withLogin(),
                Case.of("closed in the handshake", "TEMPORARY at TLS 0", "TLS", CLOSE)
                        .tls(TlsMode.IMPLICIT, "good", "good")
                        .withLogin(),
                Case.of("150 login refused", "PERMANENT at LOGIN 535", "AUTH", "535 5.7.8 no")
                        .withLogin(),
                Case.of("150 login not now", "TEMPORARY at LOGIN 454", "AUTH", "454 4.7.0 later")
                        .withLogin(),
                Case.of("no login method in common", "PERMANENT at LOGIN 0", "EHLO", "250-relay\n250 AUTH GSSAPI")
                        .withLogin(),
                Case.of("152 two replies to MAIL", "TEMPORARY at RCPT 0", "MAIL", "250 ok\n250 ok"),
                Case.of("153 8BITMIME offered", ACCEPTED, "EHLO", "250-relay\n250 8BITMIME"),
                Case.of("154 SIZE 1000", "PERMANENT at MAIL 0", "EHLO", "250-relay\n250 SIZE 1000")
                        .large(),
                Case.of("155 endless line in the greeting", "TEMPORARY at GREETING 0", "GREETING", FLOOD),
                Case.of("155 endless line at RCPT", "TEMPORARY at RCPT 0", "RCPT", FLOOD),
                Case.of("155 endless line at dot", "UNKNOWN at FINAL 0", "DOT", FLOOD),
                Case.of(
                                "156 DSN offered and refused",
                                ACCEPTED,
                                "EHLO",
                                "250-relay\n250 DSN",
                                "RCPT",
                                "555 5.5.4 NOTIFY?")
                        .then(),
                Case.of("157 tarpit", "TEMPORARY at HELLO 0", "EHLO", SLOWLY),
                Case.of("silence at the greeting", "TEMPORARY at GREETING 0", "GREETING", SILENCE),
                Case.of("silence at DATA", "TEMPORARY at DATA 0", "DATA", SILENCE));
    }

    private static SSLContext context(String name) {
        return switch (name) {
            case "good" -> good;
            case "other" -> otherHost;
            default -> expired;
        };
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldTellWhatBecameOfTheMail(Case misbehaviour) throws IOException {
        SSLContext shown = misbehaviour.shown() == null ? null : context(misbehaviour.shown());
        SSLContext trusted = misbehaviour.trusted() == null ? null : context(misbehaviour.trusted());
        boolean implicit = misbehaviour.tls() == TlsMode.IMPLICIT;
        try (ScriptedRelay server = new ScriptedRelay(shown, implicit, misbehaviour.scripts());
                MailRelay relay = new MailRelay(
                        Relays.at(
                                server.port(),
                                misbehaviour.tls(),
                                trusted,
                                misbehaviour.login() ? LOGIN : null,
                                misbehaviour.says(SILENCE) ? Duration.ofSeconds(2) : Relays.PATIENCE,
                                misbehaviour.says(SLOWLY) ? Duration.ofSeconds(3) : Relays.PATIENCE),
                        NanoClock.system());
                OutgoingMail mail = Relays.mail(misbehaviour.bytes())) {
            SmtpException failure =
                    catchThrowableOfType(SmtpException.class, () -> relay.send(mail, Relays.SENDER, SmtpProgress.NONE));

            assertThat(outcome(failure)).isEqualTo(misbehaviour.expected());
            assertThat(server.mails).hasSize(misbehaviour.expected().contains("FINAL") || failure == null ? 1 : 0);
            if (failure != null) {
                assertThat(trace(failure)).doesNotContain("hunter2").doesNotContain("aHVudGVyMg");
            }
            if (misbehaviour.tls() != TlsMode.NONE && failure != null) {
                assertThat(server.commands).noneMatch(command -> command.startsWith("AUTH"));
            }
        }
    }

    private static String outcome(@Nullable SmtpException failure) {
        return failure == null ? ACCEPTED : failure.outcome() + " at " + failure.stage() + " " + failure.code();
    }

    private static String trace(Throwable failure) {
        java.io.StringWriter text = new java.io.StringWriter();
        failure.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    @Test
    void shouldFailTemporarilyWhenNobodyListens() throws IOException {
        int port;
        try (ScriptedRelay gone = new ScriptedRelay(null, false, List.of(Map.of()))) {
            port = gone.port();
        }
        try (MailRelay relay = new MailRelay(Relays.at(port), NanoClock.system());
                OutgoingMail mail = Relays.mail(10)) {
            SmtpException failure =
                    catchThrowableOfType(SmtpException.class, () -> relay.send(mail, Relays.SENDER, SmtpProgress.NONE));

            assertThat(outcome(failure)).isEqualTo("TEMPORARY at CONNECT 0");
        }
    }

    @Test
    void shouldReplaceAReusedConnectionThatIsDeadButNotOneThatHadTheBody() throws IOException {
        List<Map<String, String>> scripts =
                List.of(Map.of("DOT", "250 ok" + "\n421 idle too long" + CLOSE), Map.of("DOT", "250 ok"), Map.of());
        try (ScriptedRelay server = new ScriptedRelay(null, false, scripts);
                MailRelay relay = new MailRelay(Relays.at(server.port()), NanoClock.system())) {
            for (int i = 0; i < 5; i++) {
                try (OutgoingMail mail = Relays.mail(10)) {
                    relay.send(mail, Relays.SENDER, SmtpProgress.NONE);
                }
            }

            assertThat(server.mails).hasSize(5);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void shouldAskForReportsAndTellTheSizeWhereTheRelayOffersIt() throws IOException {
        Map<String, String> script = Map.of("EHLO", "250-relay\n250-DSN\n250 SIZE 1000000");
        try (ScriptedRelay server = new ScriptedRelay(null, false, List.of(script));
                MailRelay relay = new MailRelay(Relays.at(server.port()), NanoClock.system());
                OutgoingMail mail = Relays.mail(10)) {
            relay.send(mail, Relays.SENDER, SmtpProgress.NONE);

            assertThat(server.commands)
                    .contains("MAIL FROM:<client@example.org> RET=HDRS SIZE=" + mail.size() + " ENVID="
                            + mail.envelopeId())
                    .anyMatch(command -> command.startsWith("RCPT TO:<server@example.com> NOTIFY=")
                            && command.contains("FAILURE")
                            && command.contains("DELAY"))
                    .contains("EHLO example.org");
        }
    }

    @Test
    void shouldDeliverAGreylistedMailWhenItIsSentAgain() throws IOException {
        List<Map<String, String>> scripts = List.of(Map.of("RCPT", "450 4.2.0 greylisted"), Map.of());
        try (ScriptedRelay server = new ScriptedRelay(null, false, scripts);
                MailRelay relay = new MailRelay(Relays.at(server.port()), NanoClock.system());
                OutgoingMail mail = Relays.mail(10)) {
            SmtpException first =
                    catchThrowableOfType(SmtpException.class, () -> relay.send(mail, Relays.SENDER, SmtpProgress.NONE));
            relay.send(mail, Relays.SENDER, SmtpProgress.NONE);

            assertThat(outcome(first)).isEqualTo("TEMPORARY at RCPT 450");
            assertThat(first.enhancedStatus()).isEqualTo("4.2.0");
            assertThat(server.mails).hasSize(1);
        }
    }
}
