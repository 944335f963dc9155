package io.github.restartoracle.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimulationBenchmarkTest {
    @Test
    void shouldSimulateAllMessagesOfTheOracleAskedFor() throws InterruptedException {
        SimulationBenchmark benchmark = new SimulationBenchmark();
        benchmark.scenario = "no-faults";
        benchmark.oracle = "qest";
        benchmark.prepare();

        assertThat(benchmark.messages()).singleElement().satisfies(summary -> {
            assertThat(summary.oracle().name()).isEqualTo("qest");
            assertThat(summary.ettOverMessages().count()).isEqualTo(SimulationBenchmark.MESSAGES);
        });
    }
}
