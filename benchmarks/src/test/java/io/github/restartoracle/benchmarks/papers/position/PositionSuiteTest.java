package io.github.restartoracle.benchmarks.papers.position;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.SimulatedPlan;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.PacketDrop;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PositionSuiteTest {
    private final LinkPlan plan = PositionSuite.plan(PaperService.AUTHOR, PathKind.US_US, 2, Duration.ofSeconds(3));

    @Test
    void shouldLoseEachPacketInAWindowOfItsOwn() {
        assertThat(plan.phases()).hasSize(13);
        assertThat(plan.length()).isEqualTo(Duration.ofSeconds(78));
        List<Fault> faults = plan.faults().faults();
        assertThat(faults).hasSize(12);
        for (int position = 1; position <= 12; position++) {
            PacketDrop drop = (PacketDrop) faults.get(position - 1);
            ExchangePhase phase = plan.phases().get(position);
            assertThat(drop.position()).isEqualTo(position);
            assertThat(drop.at()).isEqualTo(phase.from());
            assertThat(drop.lasting()).contains(phase.length());
        }
    }

    @Test
    void shouldEndEveryExchangeBeforeTheNextBeginsEvenOnTheSlowestPath() {
        PathKind slowest = new PathKind(160, 200);
        LinkPlan longest = PositionSuite.plan(PaperService.AUTHOR, slowest, 2, PositionSuite.APART);
        for (Kernel kernel : Kernel.values()) {
            LinkOutcome outcome = SimulatedPlan.run(longest, kernel, OptionalInt.empty(), 1);
            assertThat(outcome.exchanges()).hasSize(26);
            assertThat(outcome.exchanges().stream().mapToDouble(Exchange::responseSeconds))
                    .as("%s", kernel)
                    .allMatch(seconds -> seconds < PositionSuite.APART.toSeconds());
        }
    }
}
