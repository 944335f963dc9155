package io.github.restartoracle.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.cxf.ws.rm.RMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueueBenchTest {
    @ParameterizedTest
    @EnumSource(QueueKind.class)
    void shouldTakeOutExactlyWhatIsAcknowledgedWhenDriven(QueueKind kind) throws RMException {
        try (QueueBench bench = new QueueBench(kind, 10)) {
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
    void shouldKnowTheQueuesByTheirParametersWhenNamed() {
        assertThat(QueueKind.of("cxf")).isEqualTo(QueueKind.CXF);
        assertThat(QueueKind.of("restart-oracle")).isEqualTo(QueueKind.RESTART_ORACLE);
        assertThatIllegalArgumentException().isThrownBy(() -> QueueKind.of("other"));
    }
}
