package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restartoracle.mail.internal.account.DeletePolicy;
import io.github.restartoracle.mail.internal.account.Login;
import io.github.restartoracle.mail.internal.account.MailServer;
import io.github.restartoracle.mail.internal.account.Pop3Mailbox;
import io.github.restartoracle.mail.internal.account.TlsMode;
import io.github.restartoracle.mail.internal.pop3.Pop3Session;
import io.github.restartoracle.mail.internal.smtp.TestCertificates;
import io.github.restartoracle.mail.internal.wire.Watchdog;
import io.github.restartoracle.mail.internal.wire.WireException;
import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The beginning of a session: TLS, and the ways to log in. */
class LoginTest {
    @TempDir
    static Path directory;

    private static SSLContext localhost;
    private static SSLContext elsewhere;

    private final ScriptedPop3 server = new ScriptedPop3();
    private final Watchdog watchdog = new Watchdog("watchdog");

    LoginTest() throws IOException {
        server.add(Mails.good());
    }

    @BeforeAll
    @SuppressWarnings("NullAway.Init")
    static void makeCertificates() throws IOException, InterruptedException, GeneralSecurityException {
        localhost = TestCertificates.context(directory, "localhost", "localhost");
        elsewhere = TestCertificates.context(directory, "elsewhere", "elsewhere.test");
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        watchdog.close();
    }

    private Pop3Session open(TlsMode tls, @Nullable SSLContext trust, Login login, boolean apop) throws WireException {
        Duration patience = Duration.ofSeconds(60);
        MailServer reached = new MailServer(
                "localhost", server.port(), tls, trust, login, true, patience, patience, patience, patience);
        return Pop3Session.open(
                new Pop3Mailbox(reached, apop, Duration.ofSeconds(6), DeletePolicy.AFTER_PROCESSING), watchdog);
    }

    private void assertRefused(
            Reason reason, TlsMode tls, @Nullable SSLContext trust, Login login, boolean apop, String... before) {
        assertThatExceptionOfType(WireException.class)
                .isThrownBy(() -> open(tls, trust, login, apop).close())
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason))
                .satisfies(e -> assertThat(e.toString()).doesNotContain("open sesame"));
        assertThat(server.commands).containsExactly(before);
    }

    private static Login password() {
        return Login.of("mrose", "open sesame");
    }

    @Test
    void shouldLogInWithAPasswordOverTlsThatWasAskedFor() throws IOException {
        server.certificate = localhost;
        try (Pop3Session session = open(TlsMode.STARTTLS, localhost, password(), false)) {
            assertThat(session.list().mails()).hasSize(1);
        }
        assertThat(server.commands).startsWith("STLS", "USER mrose", "PASS");
    }

    @Test
    void shouldLogInOverTlsFromTheFirstByte() throws IOException {
        server.certificate = localhost;
        server.implicitTls = true;
        try (Pop3Session session = open(TlsMode.IMPLICIT, localhost, password(), false)) {
            assertThat(session.list().mails()).hasSize(1);
        }
        assertThat(server.commands).startsWith("USER mrose", "PASS");
    }

    @Test
    void shouldSayNothingToAServerWhoseCertificateNobodyVouchesFor() {
        server.certificate = localhost;
        assertRefused(Reason.TLS, TlsMode.STARTTLS, null, password(), false, "STLS");
    }

    @Test
    void shouldSayNothingToAServerThatIsAnother() {
        server.certificate = elsewhere;
        assertRefused(Reason.TLS, TlsMode.STARTTLS, elsewhere, password(), false, "STLS");
    }

    @Test
    void shouldSayNothingToAServerThatDoesNotSpeakTls() {
        assertRefused(Reason.TLS, TlsMode.STARTTLS, localhost, password(), false, "STLS");
    }

    /** The example of RFC 1939, section 7. */
    @Test
    void shouldLogInWithADigestOfTheGreetingAndThePassword() throws IOException {
        server.banner = "+OK POP3 server ready <1896.697170952@dbc.mtview.ca.us>";
        open(TlsMode.NONE, null, Login.of("mrose", "tanstaaf"), true).close();
        assertThat(server.commands).startsWith("APOP mrose c4c9334bac560ecc979e58001b3e22fb");
    }

    @Test
    void shouldNotFallBackToThePasswordWhenThereIsNothingToDigest() {
        server.banner = "+OK ready";
        assertRefused(Reason.LOGIN, TlsMode.NONE, null, password(), true);
    }

    @Test
    void shouldLogInWithATokenThatIsAskedForEachTime() throws IOException {
        int[] asked = {0};
        Login login = new Login("mrose", user -> "token" + ++asked[0], true);
        open(TlsMode.NONE, null, login, false).close();
        open(TlsMode.NONE, null, login, false).close();
        assertThat(server.commands)
                .filteredOn(command -> command.startsWith("AUTH XOAUTH2 "))
                .extracting(command -> new String(
                        Base64.getDecoder().decode(command.substring("AUTH XOAUTH2 ".length())),
                        StandardCharsets.US_ASCII))
                .containsExactly(
                        "user=mrose\u0001auth=Bearer token1\u0001\u0001",
                        "user=mrose\u0001auth=Bearer token2\u0001\u0001");
    }

    /** The server sends the reason in a challenge before it refuses. */
    @Test
    void shouldTakeAChallengeAfterATokenForARefusal() {
        server.script = (command, talk) -> {
            if (!command.startsWith("AUTH")) {
                return false;
            }
            talk.send("+ eyJzdGF0dXMiOiI0MDEifQ==");
            return true;
        };
        assertThatExceptionOfType(WireException.class)
                .isThrownBy(() -> open(TlsMode.NONE, null, new Login("mrose", user -> "old", true), false)
                        .close())
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.LOGIN));
    }

    @Test
    void shouldNotShowThePasswordThatIsRefused() {
        server.script = (command, talk) -> {
            if (!command.startsWith("PASS")) {
                return false;
            }
            talk.send("-ERR wrong");
            return true;
        };
        assertRefused(Reason.LOGIN, TlsMode.NONE, null, password(), false, "USER mrose", "PASS");
    }
}
