package io.github.restartoracle.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.cxf.ws.rm.RMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueBenchTest {
    @ParameterizedTest
    @ValueSource(strings = {"cxf", "restart-oracle"})
    void shouldTakeOutExactlyWhatIsAcknowledgedWhenDriven(String queue) throws RMException {
        try (QueueBench bench = new QueueBench(queue, 10)) {
            assertThat(bench.unacknowledged()).isZero();
            bench.addAll();
            assertThat(bench.unacknowledged()).isEqualTo(10);
            bench.acknowledge(QueueBench.upTo(1));
            assertThat(bench.unacknowledged()).isEqualTo(9);
            bench.acknowledge(QueueBench.everyOther(10));
            assertThat(bench.unacknowledged()).isEqualTo(5);
            bench.acknowledge(QueueBench.upTo(10));
            assertThat(bench.unacknowledged()).isZero();
        }
    }

    @Test
    void shouldRefuseAnotherQueue() {
        assertThatIllegalArgumentException().isThrownBy(() -> new QueueBench("other", 1));
    }
}
