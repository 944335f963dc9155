package io.github.restartoracle.benchmarks.papers.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.ResponseTimeParts;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.RandomLoss;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LatencyTest {
    private final LinkPlan plan = LatencySuite.plan(996, 1000, Duration.ofSeconds(20), Direction.BOTH);

    @Test
    void shouldHaveAWindowForEveryCell() {
        assertThat(plan.phases()).hasSize(8);
        assertThat(plan.length()).isLessThanOrEqualTo(Duration.ofSeconds(160));
        assertThat(plan.faults().all(RandomLoss.class)).hasSize(6);
        assertThat(plan.phases()).extracting(ExchangePhase::label).doesNotHaveDuplicates();
    }

    @Test
    void shouldHaveTheBlogsNumbersForTheClosedLoopAlone() {
        assertThat(new LatencyCell(232_653, 2.0, false).paperSeconds()).hasValue(0.19);
        assertThat(new LatencyCell(996, 1.0, false).paperSeconds()).hasValue(0.031);
        assertThat(new LatencyCell(996, 0.1, false).paperSeconds()).isEmpty();
        assertThat(new LatencyCell(996, 1.0, true).paperSeconds()).isEmpty();
    }

    @Test
    void shouldCountFromWhenARequestWasDueInAnOpenLoopOnly() {
        for (boolean open : new boolean[] {false, true}) {
            LatencyCell cell = new LatencyCell(996, 1.0, open);
            ResponseTimeParts parts = new ResponseTimeParts(0, 0, 0, 2_000_000_000);
            List<Exchange> exchanges = List.of(
                    new Exchange(cell.label(), 0, 1, 1, 0, 3_000_000_000L, Optional.of(parts)),
                    new Exchange(cell.label(), 1, 1, 1, 0, 0, Optional.empty()),
                    new Exchange("another", 0, 1, 1, 0, 0, Optional.of(parts)));
            Latency latency = Latency.of(cell, new LinkOutcome("test", plan, exchanges, Optional.empty()));
            assertThat(latency.mean()).isCloseTo(open ? 5 : 2, within(1e-9));
            assertThat(latency.requests()).isEqualTo(1);
            assertThat(latency.failed()).isEqualTo(1);
        }
    }
}
