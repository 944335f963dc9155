package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.RestartRow;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.testbed.SourceReport.Dispatch;
import io.github.restartoracle.harness.journal.ArrivalRow;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultProof;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CellOutcomeTest {
    private static final SourceReport SENT = new SourceReport(
            1000,
            List.of(
                    new Dispatch(2, 1, 1, 1000, 1001),
                    new Dispatch(1, 2, 1, 1500, 1502),
                    new Dispatch(1, 2, 2, 1600, 1603)),
            3,
            40_000_000,
            new HostLateness(1000, 2.5, 7));
    private static final DestinationReport RECEIVED =
            new DestinationReport(List.of(new ArrivalRow("run-4", 1, 1, 1550)), 1, 0);

    @Test
    void shouldCountFromTheTimeAMessageWasDueInItsOrder() {
        Scenario scenario =
                PaperScenarios.find(Transport.HTTP, "no-faults").orElseThrow().withInterval(Duration.ofNanos(100));
        CellOutcome outcome = CellOutcome.of(
                new CellRun(scenario, OracleSpec.of("canary", Map.of()), 4),
                SENT,
                RECEIVED,
                new FaultProof(1, List.of()));

        assertThat(outcome.journal())
                .extracting(
                        JournalRow::message,
                        JournalRow::attempt,
                        JournalRow::dueNanos,
                        JournalRow::dispatchedNanos,
                        JournalRow::arrivedNanos)
                .containsExactly(
                        tuple(2L, 1, 1000L, 1001L, OptionalLong.empty()),
                        tuple(1L, 1, 1100L, 1502L, OptionalLong.of(1550)),
                        tuple(1L, 2, 1100L, 1603L, OptionalLong.empty()));
        assertThat(outcome.restarts())
                .extracting(RestartRow::run, RestartRow::oracle, RestartRow::scheduledNanos)
                .containsExactly(
                        tuple("run-4", "canary", 1000L),
                        tuple("run-4", "canary", 1500L),
                        tuple("run-4", "canary", 1600L));
        assertThat(outcome.unacknowledged()).isEqualTo(3);
        assertThat(outcome.delivered()).isOne();
    }

    @Test
    void shouldReadTheReportsOfNodesAsTheyWereWritten() throws Exception {
        JsonMapper json = new JsonMapper();

        assertThat(json.readValue(json.writeValueAsString(SENT), SourceReport.class))
                .isEqualTo(SENT);
        assertThat(json.readValue(json.writeValueAsString(RECEIVED), DestinationReport.class))
                .isEqualTo(RECEIVED);
    }
}
