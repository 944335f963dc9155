package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.junit.RequiresDocker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("docker")
@RequiresDocker
class FastAndFairOnTestbedIT {
    @TempDir
    Path directory;

    @Test
    void shouldLoseNothingInADisruptionWhateverTheOracle() throws Exception {
        Scenario scenario = Scale.SMOKE.apply(
                PaperScenarios.find(Transport.HTTP, "disruption-10s").orElseThrow());
        List<CellOutcome> outcomes = TestbedNodes.run(directory, List.of(scenario), 5);
        assertThat(outcomes).hasSize(5);
        for (CellOutcome outcome : outcomes) {
            String title = outcome.cell().title();
            outcome.proof().requireApplied();
            assertThat(outcome.delivered()).as(title).isEqualTo(60);
            assertThat(outcome.duplicatesDelivered()).as(title).isZero();
            assertThat(outcome.unacknowledged()).as(title).isZero();
            assertThat(outcome.journal().stream()
                            .filter(row -> row.arrivedNanos().isPresent())
                            .map(row -> row.message())
                            .distinct())
                    .as(title)
                    .hasSize(60);
            boolean restarts = !outcome.cell().oracle().name().equals("none");
            assertThat(outcome.journal().stream().anyMatch(row -> row.attempt() > 1))
                    .as(title)
                    .isEqualTo(restarts);
        }
    }
}
