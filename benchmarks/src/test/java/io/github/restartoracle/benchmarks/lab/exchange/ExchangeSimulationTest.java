package io.github.restartoracle.benchmarks.lab.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.PacketDrop;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ExchangeSimulationTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DELAY = Duration.ofMillis(10);

    /** The path inside the United States and the service Author of "The Effect of Packet Loss on the Response Times of Web Services". */
    private static final Link LINK = new Link(OptionalLong.of(300_000), DELAY, Duration.ZERO);

    private static final Call AUTHOR = new Call(1438, 12_974, Duration.ofMillis(200));

    private static List<Exchange> run(Kernel kernel, FaultSchedule faults, RequestTimes load) {
        ExchangePhase phase = new ExchangePhase("p", SECOND, SECOND.multipliedBy(60), AUTHOR, load);
        LinkPlan plan = new LinkPlan("test", List.of(phase), LINK, faults);
        return ExchangeSimulation.run(plan, 0, kernel, OptionalInt.empty(), 1);
    }

    @Test
    void shouldTakeAsLongAsSerialisationAndDelay() {
        Exchange exchange =
                run(Kernel.TODAY, FaultSchedule.none(), new Sequential(1)).get(0);
        ResponseTimeParts parts = exchange.parts().orElseThrow();
        // SYN and SYN-ACK of 74 bytes, each serialised and delayed.
        assertThat(parts.connectNanos() / 1e9).isCloseTo(2 * (74 * 8 / 300e3 + 0.01), within(1e-6));
        assertThat(parts.processingNanos()).isEqualTo(200_000_000);
        // Nine segments with headers of 66 bytes back to back.
        assertThat(parts.responseNanos() / 1e9).isCloseTo((12_974 + 9 * 66) * 8 / 300e3 + 0.01, within(1e-6));
        assertThat(exchange.startNanos()).isEqualTo(SECOND.toNanos());
    }

    @Test
    void shouldWaitForTheTimerOfALostSynAck() {
        FaultSchedule faults = FaultSchedule.of(PacketDrop.of(1, Direction.BACKWARD));
        double now = connectSeconds(run(Kernel.TODAY, faults, new Sequential(1)));
        double then = connectSeconds(run(Kernel.OF_2005, faults, new Sequential(1)));
        assertThat(now).isBetween(1.0, 1.1);
        assertThat(then).isBetween(3.0, 3.1);
    }

    private static double connectSeconds(List<Exchange> exchanges) {
        return exchanges.get(0).parts().orElseThrow().connectNanos() / 1e9;
    }

    @Test
    void shouldBeginOneAfterTheOtherInAClosedLoopAndOnTimeInAnOpenOne() {
        List<Exchange> closed = run(Kernel.TODAY, FaultSchedule.none(), new Sequential(3));
        for (int i = 1; i < 3; i++) {
            assertThat(closed.get(i).startNanos()).isEqualTo(closed.get(i - 1).endNanos());
        }
        List<Exchange> open = run(Kernel.TODAY, FaultSchedule.none(), new Paced(3, Duration.ZERO, DELAY));
        assertThat(open)
                .extracting(Exchange::startNanos)
                .containsExactlyInAnyOrder(1_000_000_000L, 1_010_000_000L, 1_020_000_000L);
        // The exchanges share the link.
        assertThat(open.get(2).responseSeconds())
                .isGreaterThan(1.5 * closed.get(0).responseSeconds());
    }
}
