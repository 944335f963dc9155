package io.github.restartoracle.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.junit.RequiresDocker;
import io.github.restartoracle.harness.junit.TestbedExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The link between two mail servers fails for 8 s; a mail that could not be delivered waits 12 s in the queue. */
@RequiresDocker
class MailPairIT {
    private static final List<Path> CLASS_PATH = List.of(Path.of("target/test-classes"), Path.of("target/classes"));
    private static final MailServerSettings QUICK = MailServerSettings.ofPaper()
            .withQueueInterval(Duration.ofSeconds(12))
            .withConnectTimeout(Duration.ofSeconds(2));

    private static final Path OUTPUT = Path.of("target/mail-pair");

    @RegisterExtension
    final TestbedExtension testbed = TestbedExtension.of(OUTPUT);

    private PairResult run() {
        PairPlan pair = new PairPlan(
                        "mail",
                        NodeProgram.java(CLASS_PATH, MailSource.class.getName()).withArguments("12", "24"),
                        NodeProgram.java(CLASS_PATH, MailDestination.class.getName()),
                        Link.of(1_000_000),
                        FaultSchedule.parse("- {at: 3s, for: 8s, disrupt: both}"))
                .withMail(QUICK);
        return testbed.run(Duration.ofMinutes(2), pair).get(0);
    }

    private static Map<Integer, Long> times(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.split(" ", -1))
                .collect(Collectors.toMap(line -> Integer.valueOf(line[0]), line -> Long.valueOf(line[1])));
    }

    @Test
    void shouldDeliverAfterTheQueueHasTriedAgainWhenTheLinkBetweenTheServersFails() throws IOException {
        PairResult result = run();

        Map<Integer, Long> submitted = times(result.sourceOutput().resolve("submitted.txt"));
        Map<Integer, Long> taken = times(result.destinationOutput().resolve("taken.txt"));
        assertThat(taken).containsOnlyKeys(submitted.keySet());
        // The client's connection to its own server was open all the time.
        assertThat(submitted.values()).anyMatch(millis -> millis > 3_500 && millis < 10_500);
        // Mails due from 4 s to 6 s: TCP gives up 2 s later, in the disruption, and the queue does not retry before
        // 12 s after.
        for (int mail = 8; mail <= 12; mail++) {
            assertThat(taken.get(mail)).as("mail %d", mail).isGreaterThan(500L * mail + 12_000);
        }
        assertThat(OUTPUT.resolve("mail/source-mail.log"))
                .content()
                .contains("status=deferred", "Connection timed out");
    }
}
