package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every hostile mail, in one mailbox with a good one after it. */
@Timeout(60)
class MailCorpusTest {
    @TempDir
    Path directory;

    static Stream<MailCase> cases() {
        return Stream.of(MimeCases.all(), IdentityCases.all(), XmlCases.all(), SenderCases.all())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldEndAsStatedAndHarmNobody(MailCase hostile) throws IOException {
        PrintStream console = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PollFixture fixture = new PollFixture(directory)) {
            hostile.before.accept(fixture);
            fixture.onStep = step -> {
                fixture.steps.add(step);
                if (step.equals("dele")) {
                    // I5: the outcome is durable before the mail is deleted.
                    assertThat(fixture.spool.pending()).isEmpty();
                }
            };
            fixture.start();
            hostile.mails.forEach(fixture.server::add);
            fixture.server.add(hostile.good);
            System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
            // I1: poll() throws no exception with a server that behaves; its thread would catch one.
            fixture.poll();
            System.setErr(console);

            assertThat(outcome(fixture, hostile.mails.size() - 1)).isIn(hostile.expected);
            // I2: the next good mail is delivered.
            assertThat(fixture.count(MailOutcome.ACCEPT)).isPositive();
            assertThat(fixture.server.mails).isEmpty();
            assertThat(fixture.spool.pending()).isEmpty();
            hostile.after.accept(fixture);
            checkLog(log.toString(StandardCharsets.UTF_8), fixture);
        } finally {
            System.setErr(console);
        }
    }

    /** Returns the outcome of the last hostile mail: those before it, and the good one, are accepted. */
    private static MailOutcome outcome(PollFixture fixture, int acceptedBefore) {
        for (MailOutcome outcome : MailOutcome.values()) {
            if (outcome != MailOutcome.ACCEPT && fixture.count(outcome) > 0) {
                assertThat(fixture.count(outcome)).isEqualTo(1);
                assertThat(fixture.count(MailOutcome.ACCEPT)).isEqualTo(acceptedBefore + 1);
                return outcome;
            }
        }
        assertThat(fixture.count(MailOutcome.ACCEPT)).isEqualTo(acceptedBefore + 2);
        return MailOutcome.ACCEPT;
    }

    /** Checks I6: one log line with the code for each mail that was not accepted, and no content of a body. */
    private static void checkLog(String log, PollFixture fixture) {
        assertThat(log).doesNotContain(Mails.SECRET).doesNotContain("secret");
        for (MailOutcome outcome : MailOutcome.values()) {
            if (outcome != MailOutcome.ACCEPT) {
                assertThat(log.lines()
                                .filter(line -> line.contains(" " + outcome + " "))
                                .count())
                        .as("%s in %s", outcome, log)
                        .isEqualTo(fixture.count(outcome));
            }
        }
    }
}
