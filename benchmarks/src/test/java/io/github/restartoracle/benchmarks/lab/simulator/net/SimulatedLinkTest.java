package io.github.restartoracle.benchmarks.lab.simulator.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SimulatedLinkTest {
    private static final long SECOND = 1_000_000_000L;

    private static SimulatedLink link(String faults) {
        return new SimulatedLink(Link.ideal(), FaultSchedule.parse(faults), OptionalInt.empty(), Optional.empty(), 1);
    }

    private static double lossOf(SimulatedLink link, boolean forward, long stepNanos) {
        int packets = 100_000;
        int lost = 0;
        for (int i = 0; i < packets; i++) {
            lost += link.send(i * stepNanos, forward, 100, i, 1) == SimulatedLink.LOST ? 1 : 0;
        }
        return (double) lost / packets;
    }

    @Test
    void shouldQueuePacketsWhenTheLinkIsBusy() {
        SimulatedLink link = SimulatedLink.ideal(Link.of(8_000));

        assertThat(link.send(0, true, 1000, 1, 1)).isEqualTo(SECOND);
        assertThat(link.send(0, true, 1000, 1, 2)).isEqualTo(2 * SECOND);
        assertThat(link.send(0, false, 1000, 1, 1)).isEqualTo(SECOND);
    }

    @Test
    void shouldLosePacketsWhenTheQueueIsFull() {
        SimulatedLink link =
                new SimulatedLink(Link.of(8_000), FaultSchedule.none(), OptionalInt.of(1500), Optional.empty(), 1);
        link.send(0, true, 1000, 1, 1);

        assertThat(link.send(0, true, 1000, 1, 2)).isEqualTo(SimulatedLink.LOST);
        assertThat(link.send(SECOND / 2, true, 1000, 1, 3)).isEqualTo(2 * SECOND);
    }

    @Test
    void shouldLoseTheShareAskedForInOneDirectionOnly() {
        SimulatedLink link = link("- {at: 0s, loss: 5%, direction: forward}");

        assertThat(lossOf(link, true, 1)).as("key 1").isEqualTo(0.05, within(0.003));
        assertThat(lossOf(link, false, 1)).isZero();
    }

    @Test
    void shouldCutOneDirectionWhenAskedFor() {
        SimulatedLink link = link("- {at: 1s, for: 1s, disrupt: backward}");

        assertThat(link.send(SECOND - 1, false, 1, 1, 3)).isEqualTo(SECOND - 1);
        assertThat(link.send(SECOND, false, 1, 1, 1)).isEqualTo(SimulatedLink.LOST);
        assertThat(link.send(SECOND, true, 1, 1, 1)).isEqualTo(SECOND);
        assertThat(link.send(2 * SECOND, false, 1, 1, 2)).isEqualTo(2 * SECOND);
    }

    @Test
    void shouldLoseThePacketAtThePositionAskedFor() {
        SimulatedLink link = link("- {at: 0s, drop-packet: 3, direction: backward}");

        assertThat(link.send(5, false, 1, 7, 2)).isEqualTo(5);
        assertThat(link.send(5, false, 1, 7, 3)).isEqualTo(SimulatedLink.LOST);
        assertThat(link.send(5, true, 1, 7, 3)).isEqualTo(5);
    }

    @Test
    void shouldLoseInBurstsWhenTheWeatherIsBad() {
        GilbertElliott bursts = new GilbertElliott(Duration.ofSeconds(9), Duration.ofSeconds(1), 0.5);
        SimulatedLink link =
                new SimulatedLink(Link.ideal(), FaultSchedule.none(), OptionalInt.empty(), Optional.of(bursts), 1);

        // 100,000 s, which is about 10,000 bursts.
        assertThat(lossOf(link, true, SECOND)).as("key 1").isEqualTo(0.05, within(0.005));
    }

    @Test
    void shouldSpreadDelaysOverTheJitter() {
        Link jittery = new Link(OptionalLong.empty(), Duration.ofMillis(10), Duration.ofMillis(5));
        SimulatedLink link = SimulatedLink.ideal(jittery);
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 10_000; i++) {
            long delay = link.send(0, true, 1, i, 1);
            least = Math.min(least, delay);
            most = Math.max(most, delay);
        }

        assertThat(least).isBetween(5_000_000L, 5_010_000L);
        assertThat(most).isBetween(14_990_000L, 15_000_000L);
    }

    @Test
    void shouldHaveTheSameLuckWhateverElseWasSent() {
        SimulatedLink one = link("- {at: 0s, loss: 50%}");
        SimulatedLink other = link("- {at: 0s, loss: 50%}");
        other.send(0, true, 1, 99, 1);
        for (int packet = 1; packet <= 100; packet++) {
            assertThat(other.send(10, true, 1, 5, packet)).isEqualTo(one.send(10, true, 1, 5, packet));
        }
    }
}
