package io.github.restartoracle.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.experiments.Transport;
import io.github.restartoracle.benchmarks.results.Cell.RunPoint;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MeasuredCellTest {
    private static ResultRow row(Source source, double ett, double urc) {
        return new ResultRow(
                source,
                Transport.HTTP,
                "loss-2pct",
                "fixed",
                1,
                300,
                ett,
                OptionalDouble.empty(),
                ett,
                ett,
                ett,
                urc,
                OptionalDouble.empty(),
                1,
                0,
                0,
                1,
                ett);
    }

    private static MeasuredCell measured(double ett, double urc) {
        return new MeasuredCell(
                new Agreement(row(Source.SIMULATION, 1, 0.1), row(Source.TESTBED, ett, urc)),
                List.of(new RunPoint("run-1", 0.8, 0.05), new RunPoint("run-2", 1.2, 0.15)));
    }

    @Test
    void shouldHaveNothingToExplainWhenTheCellAgrees() {
        assertThat(measured(1.05, 0.11).unexplained()).isFalse();
        assertThat(measured(1.05, 0.11).ettMayBeChance()).isFalse();
    }

    @Test
    void shouldCallItChanceWhenSimulatedRunsDifferAsMuch() {
        assertThat(measured(1.19, 0.14).ettMayBeChance()).isTrue();
        assertThat(measured(1.19, 0.14).urcMayBeChance()).isTrue();
        assertThat(measured(1.19, 0.14).unexplained()).isFalse();
        assertThat(measured(1.21, 0.1).unexplained()).isTrue();
        assertThat(measured(1, 0.16).unexplained()).isTrue();
        assertThat(measured(1.19, 0.1).ettRange()).containsExactly(0.8, 1.2);
    }
}
