package io.github.restartoracle.benchmarks.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.experiments.PaperScenarios;
import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.experiments.Transport;
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
        SuiteOptions options = new SuiteOptions(
                "smoke",
                Scale.SMOKE,
                List.of(PaperScenarios.find(Transport.HTTP, "disruption-10s").orElseThrow()),
                1,
                1,
                5,
                false,
                directory);
        List<CellOutcome> outcomes = new TestbedRunner(options, System.out).run();
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
