package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.mail.internal.account.DeletePolicy;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PollTest {
    @TempDir
    Path directory;

    private PollFixture fixture;

    @BeforeEach
    void start() throws IOException {
        fixture = new PollFixture(directory).start();
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    @Test
    void shouldDeliverAndDeleteEachMailOnceInTheOrderOfTheMailbox() throws IOException {
        for (int i = 0; i < 5; i++) {
            fixture.server.add(Mails.good());
        }
        fixture.poll();
        fixture.poll();
        assertThat(fixture.delivered).hasSize(5).isSorted();
        assertThat(fixture.count(MailOutcome.ACCEPT)).isEqualTo(5);
        assertThat(fixture.server.mails).isEmpty();
        assertThat(fixture.spool.pending()).isEmpty();
        assertThat(fixture.spool.settled()).isEmpty();
    }

    @Test
    void shouldDeleteOnlyInASecondSessionAfterProcessing() throws IOException {
        fixture.server.add(Mails.good());
        fixture.poll();
        assertThat(fixture.steps)
                .containsExactly(
                        "open",
                        "retrieve",
                        "spooled",
                        "quit",
                        "attempt",
                        "triage",
                        "deliver",
                        "settle",
                        "settled",
                        "open-delete",
                        "dele",
                        "quit-delete",
                        "deleted");
        assertThat(fixture.server.commands).containsSubsequence("RETR 1", "QUIT", "PASS", "UIDL", "DELE 1", "QUIT");
    }

    @Test
    void shouldAskForAnotherPollOnlyWhenItsLimitLeftMailsBehind() throws IOException {
        fixture.limits = PollFixture.limits("mails-per-poll", "2");
        fixture.start();
        for (int i = 0; i < 3; i++) {
            fixture.server.add(Mails.good());
        }
        assertThat(fixture.poll()).isTrue();
        assertThat(fixture.delivered).hasSize(2);
        assertThat(fixture.poll()).isFalse();
        assertThat(fixture.delivered).hasSize(3);
    }

    @Test
    void shouldTakeWhatIsNewFirstAndNotHurryWhenAServerKeepsWhatItShouldDelete() throws IOException {
        fixture.limits = PollFixture.limits("mails-per-poll", "2");
        fixture.server.script = (command, talk) -> {
            if (command.startsWith("DELE")) {
                talk.send("-ERR not now");
            }
            return command.startsWith("DELE");
        };
        fixture.start();
        for (int i = 0; i < 3; i++) {
            fixture.server.add(Mails.good());
        }
        assertThat(fixture.poll()).isTrue();
        assertThat(fixture.poll()).isTrue();
        assertThat(fixture.delivered).hasSize(3);
        assertThat(fixture.poll()).isFalse();
    }

    @Test
    void shouldRebuildAttachmentsAsAMultipartThatBeginsWithTheEnvelope() throws IOException {
        fixture.server.add(Mails.bytes(Mails.related(
                "; start=\"<root@a.test>\"",
                Mails.lines(
                        "Content-Type: application/octet-stream",
                        "Content-Transfer-Encoding: base64",
                        "Content-ID: <a1>",
                        "",
                        "AAECAw=="))));
        fixture.poll();
        assertThat(fixture.count(MailOutcome.ACCEPT)).isEqualTo(1);
        assertThat(fixture.contentTypes.get(0)).startsWith("multipart/related; boundary=\"part.");
        assertThat(fixture.delivered.get(0))
                .contains("<s:Envelope")
                .contains("\r\nContent-ID: <a1>\r\n\r\n\0\1\2\3\r\n--");
    }

    @Test
    void shouldReadOnceWhatSomebodyElseDeletes() throws IOException {
        fixture.deletePolicy = DeletePolicy.NEVER;
        fixture.start();
        fixture.server.add(Mails.good());
        fixture.poll();
        fixture.poll();
        assertThat(fixture.delivered).hasSize(1);
        assertThat(fixture.server.count("RETR")).isEqualTo(1);
        assertThat(fixture.server.count("DELE")).isZero();
        fixture.server.mails.clear();
        fixture.poll();
        assertThat(fixture.spool.settled()).isEmpty();
    }

    @Test
    void shouldDeleteBeforeProcessingIfToldSoAndStillLoseNothing() throws IOException {
        fixture.deletePolicy = DeletePolicy.AFTER_SPOOL;
        MailReceiver works = fixture.receiver;
        fixture.receiver = mail -> {
            assertThat(fixture.server.mails).isEmpty();
            throw new IOException("the service is down");
        };
        fixture.start();
        fixture.server.add(Mails.good());
        fixture.poll();
        assertThat(fixture.count(MailOutcome.KEEP)).isEqualTo(1);
        fixture.receiver = works;
        fixture.start();
        fixture.poll();
        assertThat(fixture.delivered).hasSize(1);
        assertThat(fixture.spool.pending()).isEmpty();
    }
}
