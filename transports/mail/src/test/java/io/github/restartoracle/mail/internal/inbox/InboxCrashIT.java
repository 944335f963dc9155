package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A process that is killed (SIGKILL) at any step of poll, spool, process and delete loses no mail. */
@Timeout(300)
class InboxCrashIT {
    private static final int MAILS = 3;

    @TempDir
    Path directory;

    static Stream<Arguments> deaths() {
        Stream<String> once =
                Stream.of("open", "quit", "open-delete", "quit-delete", "deleted", "quarantine", "quarantined");
        Stream<String> each =
                Stream.of("retrieve", "spooled", "attempt", "triage", "deliver", "settle", "settled", "dele");
        return Stream.concat(
                once.map(step -> Arguments.of(step, 1)),
                each.flatMap(step -> Stream.of(Arguments.of(step, 1), Arguments.of(step, 3))));
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void shouldDeliverEachMessageInTheNextLifeUnlessItWasInThisOne(String step, int occurrence)
            throws IOException, InterruptedException {
        Path spool = directory.resolve("spool");
        Path delivered = directory.resolve("delivered");
        try (PollFixture next = new PollFixture(spool)) {
            for (int i = 0; i < MAILS; i++) {
                next.server.add(Mails.good());
            }
            next.server.add(Mails.bytes("X-A: a\nb\r\n" + Mails.soap(Mails.envelope())));
            die(next.server.port(), spool, delivered, step, occurrence);

            next.receiver = mail -> DoomedPoller.deliver(mail, delivered);
            next.start();
            next.poll();
            next.poll();
            next.poll();

            List<String> all = Files.readAllLines(delivered);
            assertThat(all.stream().distinct()).hasSize(MAILS);
            // A mail may be delivered twice only if the process dies between the end of its delivery and the moment
            // when that is durable; WS-RM filters it.
            assertThat(all).hasSize(step.equals("settle") ? MAILS + 1 : MAILS);
            assertThat(next.spool.quarantined()).isEqualTo(1);
            assertThat(next.server.mails).isEmpty();
            assertThat(next.spool.pending()).isEmpty();
            assertThat(next.spool.settled()).isEmpty();
        }
    }

    private static void die(int port, Path spool, Path delivered, String step, int occurrence)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-XX:TieredStopAtLevel=1",
                        DoomedPoller.class.getName(),
                        Integer.toString(port),
                        spool.toString(),
                        delivered.toString(),
                        step,
                        Integer.toString(occurrence))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo(step);
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(process.exitValue()).isEqualTo(128 + 9);
    }
}
