package io.github.restartoracle.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimulationBenchmarkTest {
    @Test
    void shouldSimulateAllMessagesOfTheOracleAskedFor() {
        SimulationBenchmark benchmark = new SimulationBenchmark();
        benchmark.scenario = "no-faults";
        benchmark.oracle = "qest";
        benchmark.prepare();

        assertThat(benchmark.messages().summary().messages()).isEqualTo(SimulationBenchmark.MESSAGES);
    }
}
