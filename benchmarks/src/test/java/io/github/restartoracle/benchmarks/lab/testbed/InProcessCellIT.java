package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.journal.JournalRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InProcessCellIT {
    private static final long SEED = 20061;

    @TempDir
    Path directory;

    @Test
    void shouldRestartThroughADisruptionAndDeliverEachMessageOnce() throws Exception {
        Scenario scenario = PaperScenarios.find(Transport.HTTP, "disruption-10s")
                .orElseThrow()
                .withMessages(20)
                .withFaults(FaultSchedule.of(Disruption.of(Duration.ofSeconds(2), Duration.ofSeconds(4))));
        OracleSpec oracle = OracleSpec.of("fixed", Map.of("timeout", "1s"));
        CellOutcome outcome = run(scenario, oracle);
        outcome.proof().requireApplied();
        assertThat(outcome.unacknowledged()).as("seed %d", SEED).isZero();
        assertThat(outcome.delivered()).isEqualTo(20);
        assertThat(outcome.duplicatesDelivered()).isZero();
        assertThat(outcome.journal().stream()
                        .filter(row -> row.arrivedNanos().isPresent())
                        .map(row -> row.message())
                        .distinct())
                .hasSize(20);
        // The message due when the disruption began is sent again after 1, 2, 3 and 4 s.
        assertThat(outcome.journal().stream().filter(row -> row.message() == 5)).hasSizeGreaterThanOrEqualTo(5);
    }

    private CellOutcome run(Scenario scenario, OracleSpec oracle) throws Exception {
        try (InProcessCell cell = new InProcessCell(new CellRun(scenario, oracle, 1), directory, SEED);
                LatenessProbe probe = new LatenessProbe()) {
            cell.source().warmUp();
            return cell.run(Duration.ofMinutes(5), probe);
        }
    }

    private CellOutcome serve(String service, int messages) throws Exception {
        Scenario scenario = new ScenarioFiles()
                .parse("conduct", "name: conduct\nmessages: " + messages + "\ninterval: 100ms\nservice: " + service)
                .get(0);
        CellOutcome outcome = run(scenario, OracleSpec.of("canary", Map.of()));
        assertThat(outcome.unacknowledged()).as("seed %d", SEED).isZero();
        assertThat(outcome.delivered()).isEqualTo(messages);
        assertThat(outcome.duplicatesDelivered()).isZero();
        return outcome;
    }

    private static LongStream arrivals(CellOutcome outcome) {
        return outcome.journal().stream().flatMapToLong(row -> row.arrivedNanos().stream());
    }

    @Test
    void shouldRefuseWhileAServiceIsBusy() throws Exception {
        CellOutcome outcome = serve("{busy: {at: 1s, for: 3s, retry-after: 1s}}", 30);

        // The second message may be numbered before the first if their sequence takes long to create.
        long firstNanos =
                outcome.journal().stream().mapToLong(JournalRow::dueNanos).min().orElseThrow();
        long beganNanos = firstNanos + Duration.ofSeconds(1).toNanos();
        long endedNanos = beganNanos + Duration.ofSeconds(3).toNanos();
        assertThat(outcome.journal())
                .filteredOn(row -> row.dispatchedNanos() > beganNanos)
                .isNotEmpty()
                .allMatch(row -> row.arrivedNanos().orElse(endedNanos) >= endedNanos);
    }

    @Test
    void shouldReceiveOneAfterTheOtherWhenAServiceHasOneThread() throws Exception {
        CellOutcome outcome = serve("{time: 150ms, threads: 1, stall: {at: 1s, for: 2s}}", 20);

        long[] arrived = arrivals(outcome).sorted().toArray();
        assertThat(arrived).hasSizeGreaterThanOrEqualTo(20);
        for (int i = 1; i < arrived.length; i++) {
            assertThat(arrived[i] - arrived[i - 1])
                    .isGreaterThan(Duration.ofMillis(140).toNanos());
        }
    }

    @Test
    void shouldDeliverByMailWhatTheQueueHeldBackInADisruption() throws Exception {
        Scenario scenario = PaperScenarios.find(Transport.MAIL, "disruption-10s")
                .orElseThrow()
                .withMessages(20)
                .withFaults(FaultSchedule.of(Disruption.of(Duration.ofSeconds(2), Duration.ofSeconds(4))));
        CellOutcome outcome = run(scenario, OracleSpec.of("fixed", Map.of("timeout", "14s")));
        outcome.proof().requireApplied();
        assertThat(outcome.unacknowledged()).as("seed %d", SEED).isZero();
        assertThat(outcome.delivered()).isEqualTo(20);
        assertThat(outcome.duplicatesDelivered()).isZero();
        assertThat(outcome.journal().stream()
                        .filter(row -> row.arrivedNanos().isPresent())
                        .map(row -> row.message())
                        .distinct())
                .hasSize(20);
    }
}
