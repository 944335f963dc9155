package io.github.restartoracle.oracle.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.RttSample;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The state of the oracle as an operator sees it. */
class QestOracleStateTest {
    private static final long MILLI = 1_000_000;

    private static RttSample clean(long nanos) {
        return new RttSample(nanos, 1, false);
    }

    @Test
    void shouldSummariseItsHistogram() {
        QestOracle oracle = new QestOracle(QestConfig.ofDefaults());
        assertThat(oracle.describe())
                .containsExactly(
                        Map.entry("timeout-seconds", 4.0),
                        Map.entry("samples", 0.0),
                        Map.entry("beyond-tau-max", 0.0),
                        Map.entry("buckets", 0.0));

        for (long millis : new long[] {10, 20, 130, 140, 150, 160, 170, 175, 61_000, 62_000}) {
            oracle.onAcknowledgement(clean(millis * MILLI));
        }
        oracle.onTimeout(1);

        // Buckets of 60 ms: two samples in the first, six in the third. E_0 = (30 + 8 * 60) / 2, E_2 = (955 + 2 * 180)
        // / 8.
        assertThat(oracle.describe())
                .containsExactly(
                        Map.entry("timeout-seconds", 0.36),
                        Map.entry("samples", 10.0),
                        Map.entry("beyond-tau-max", 2.0),
                        Map.entry("buckets", 2.0),
                        Map.entry("p50-seconds", 0.18),
                        Map.entry("learnt-timeout-seconds", 0.18));
    }
}
