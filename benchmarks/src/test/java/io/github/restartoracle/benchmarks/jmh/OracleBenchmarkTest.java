package io.github.restartoracle.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OracleBenchmarkTest {
    @ParameterizedTest
    @ValueSource(strings = {"none", "fixed", "exponential-backoff", "jacobson-karn", "qest"})
    void shouldDecideWhenPrepared(String oracle) {
        OracleBenchmark benchmark = new OracleBenchmark();
        benchmark.oracle = oracle;
        benchmark.prepare();

        assertThat(benchmark.timeout()).isPositive();
        assertThat(benchmark.sampleAndTimeout()).isPositive();
    }
}
