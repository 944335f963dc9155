package io.github.restartoracle.benchmarks.papers.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.ResponseTimeParts;
import io.github.restartoracle.benchmarks.lab.exchange.SimulatedPlan;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PerformanceTest {
    private final LinkPlan plan = UsersSuite.plan(List.of(20, 50), Duration.ofSeconds(15), 7);

    @Test
    void shouldMeasureAfterTheWarmUpAndBeforeTheEnd() {
        List<Exchange> exchanges = List.of(
                exchange(0, 4.0, 0.5), // too early
                exchange(1, 4.9, 1.0), // ends in time
                exchange(2, 6.0, 2.0),
                exchange(3, 14.5, 4.0)); // ends too late
        Performance performance = Performance.of(20, new LinkOutcome("test", plan, exchanges, Optional.empty()));
        assertThat(performance.exchanges()).isEqualTo(2);
        assertThat(performance.response()).isCloseTo(3, within(1e-9));
        assertThat(performance.throughput()).isCloseTo(2 / 10.0, within(1e-9));
        assertThat(performance.bitRate()).isCloseTo(8 * 2 * 1000 / 10.0, within(1e-9));
    }

    @Test
    void shouldGrowWithTheNumberOfUsersBelowTheBottleneck() {
        OptionalInt queue = OptionalInt.of(UsersSuite.QUEUE_BYTES);
        LinkOutcome outcome = SimulatedPlan.run(plan, Kernel.TODAY, queue, 7);
        Performance twenty = Performance.of(20, outcome);
        Performance fifty = Performance.of(50, outcome);
        assertThat(fifty.throughput()).isGreaterThan(1.5 * twenty.throughput());
        assertThat(fifty.failed()).isZero();
        assertThat(SimulatedPlan.run(plan, Kernel.TODAY, queue, 7)).isEqualTo(outcome);
    }

    private static Exchange exchange(int number, double start, double length) {
        long nanos = (long) (start * 1e9);
        ResponseTimeParts parts = new ResponseTimeParts(0, 0, 0, (long) (length * 1e9));
        return new Exchange(UsersSuite.label(20), number, 1, 1000, nanos, nanos, Optional.of(parts));
    }
}
