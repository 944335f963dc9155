package io.github.restartoracle.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.harness.junit.RequiresDocker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@RequiresDocker
class MailServerContainerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static MailServerContainer server;

    @BeforeAll
    static void start() {
        server = MailServerContainer.start(
                MailServerSettings.ofPaper().withMessageSizeLimit(10_000),
                "a.test",
                "receiver",
                "deleter",
                "sender",
                "survivor",
                "patient");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static String submit(String to, String body) throws IOException {
        return Dialogue.submit(server.mailbox("sender"), "sender@a.test", to, "Subject: test\r\n\r\n" + body);
    }

    /** Returns number and UIDL of each mail, as soon as there are enough. */
    private static List<String> uidls(String user, int atLeast) {
        return await().atMost(PATIENCE)
                .until(
                        () -> {
                            try (Dialogue pop3 = Dialogue.pop3(server.mailbox(user))) {
                                return pop3.list("UIDL");
                            }
                        },
                        lines -> lines.size() >= atLeast);
    }

    @Test
    void shouldHandOverWhatWasSubmitted() throws IOException {
        assertThat(submit("receiver@a.test", "hello")).startsWith("250");

        uidls("receiver", 1);
        try (Dialogue pop3 = Dialogue.pop3(server.mailbox("receiver"))) {
            assertThat(pop3.list("RETR 1")).contains("Subject: test", "hello");
        }
        await().atMost(PATIENCE).until(() -> server.queueLength() == 0);
    }

    @Test
    void shouldRemoveAMailOnlyWhenTheSessionIsEndedProperly() throws IOException {
        submit("deleter@a.test", "one");
        List<String> before = uidls("deleter", 1);

        try (Dialogue pop3 = Dialogue.pop3(server.mailbox("deleter"))) {
            assertThat(pop3.say("DELE 1")).startsWith("+OK");
        }
        assertThat(uidls("deleter", 1)).isEqualTo(before);

        try (Dialogue pop3 = Dialogue.pop3(server.mailbox("deleter"))) {
            pop3.say("DELE 1");
            pop3.say("QUIT");
        }
        assertThat(uidls("deleter", 0)).isEmpty();
    }

    @Test
    void shouldKeepMailsAndTheirUidlsWhenRestarted() throws IOException {
        submit("survivor@a.test", "one");
        submit("survivor@a.test", "two");
        List<String> before = uidls("survivor", 2);
        int smtpPort = server.smtpPort();

        List.of(MailService.values()).forEach(server::stop);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(
                        () -> Dialogue.with(server.host(), server.pop3Port()).close());
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> submit("survivor@a.test", "three").length());
        List.of(MailService.values()).forEach(server::start);

        assertThat(server.smtpPort()).isEqualTo(smtpPort);
        assertThat(uidls("survivor", 2)).isEqualTo(before);
    }

    @Test
    void shouldTakeMailsInWhileNoneAreHandedOut() throws IOException {
        server.stop(MailService.POP3);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(
                        () -> Dialogue.with(server.host(), server.pop3Port()).close());
        assertThat(submit("patient@a.test", "one")).startsWith("250");
        server.start(MailService.POP3);

        assertThat(uidls("patient", 1)).hasSize(1);
    }

    @Test
    void shouldHandMailsOutWhileNoneAreTakenIn() throws IOException {
        server.stop(MailService.SMTP);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> submit("receiver@a.test", "two").length());
        uidls("receiver", 0);
        server.start(MailService.SMTP);

        assertThat(submit("nobody@a.test", "hello")).startsWith("550");
    }

    @Test
    void shouldRefuseWhatItCannotDeliver() throws IOException {
        assertThat(submit("nobody@a.test", "hello")).startsWith("550");
        assertThat(Dialogue.submit(server.mailbox("sender"), "sender@a.test", "receiver@a.test", "x".repeat(20_000)))
                .startsWith("552");
        assertThatIllegalArgumentException().isThrownBy(() -> server.mailbox("nobody"));
    }

    @Test
    void shouldReportBackWhenNobodyServesTheDomain() throws IOException {
        submit("somebody@elsewhere.test", "hello");

        uidls("sender", 1);
        try (Dialogue pop3 = Dialogue.pop3(server.mailbox("sender"))) {
            assertThat(pop3.list("RETR 1")).anyMatch(line -> line.startsWith("Content-Type: multipart/report"));
        }
    }
}
