package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.lab.theory.CsaLatency;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.PacketDrop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of exchanges that can be computed by hand, in milliseconds. */
class NetworkTest {
    private static final TcpSettings TODAY = Kernel.TODAY.tcp().withSyn(SynSchedule.RFC_6298);
    private static final Link TEN_MILLIS = new Link(OptionalLong.empty(), Duration.ofMillis(10), Duration.ZERO);

    private static final class Recorder implements ConversationListener {
        private final List<String> trace = new ArrayList<>();

        @Override
        public void connected(long nowNanos) {
            trace.add("connected@" + nowNanos / 1_000_000);
        }

        @Override
        public void turnHeard(int turn, long nowNanos) {
            trace.add(turn + "@" + nowNanos / 1_000_000);
        }

        @Override
        public void failed(long nowNanos) {
            trace.add("failed@" + nowNanos / 1_000_000);
        }
    }

    private static List<String> exchange(TcpSettings tcp, Link link, FaultSchedule faults, Dialogue dialogue) {
        VirtualTime time = new VirtualTime();
        Network network =
                new Network(time, new SimulatedLink(link, faults, OptionalInt.empty(), Optional.empty(), 0), tcp);
        Recorder recorder = new Recorder();
        network.open(dialogue, true, 1, recorder);
        time.run();
        return recorder.trace;
    }

    private static List<String> exchange(TcpSettings tcp, FaultSchedule faults, Dialogue dialogue) {
        return exchange(tcp, TEN_MILLIS, faults, dialogue);
    }

    private static FaultSchedule drop(int position, Direction direction) {
        return FaultSchedule.of(PacketDrop.of(position, direction));
    }

    @Test
    void shouldTakeTwoRoundTripsAndTheProcessingWhenNothingIsLost() {
        Dialogue http = Dialogue.http(1000, 1000, Duration.ofMillis(200));

        assertThat(exchange(TODAY, FaultSchedule.none(), http)).containsExactly("connected@20", "0@30", "1@240");
    }

    @Test
    void shouldTakeTheTimeOfTheBitsWhenTheLinkIsNarrow() {
        // SYN and SYN-ACK 74 bytes, then acknowledgement 66 and request 1066: 1280 bytes of 8 us.
        List<String> trace =
                exchange(TODAY, Link.of(1_000_000), FaultSchedule.none(), Dialogue.http(1000, 1000, Duration.ZERO));

        assertThat(trace.get(1)).isEqualTo("0@10");
    }

    /** Tests slow start from 3: windows of 3, 6, 12 segments. 20 segments take three round trips minus the last way back. */
    @Test
    void shouldDoubleTheWindowEachRoundTripWhenTheTransferIsLong() {
        TcpSettings tcp = TODAY.withInitialWindow(3);
        Dialogue http = Dialogue.http(100, 20 * tcp.mss(), Duration.ZERO);

        assertThat(exchange(tcp, FaultSchedule.none(), http)).containsExactly("connected@20", "0@30", "1@80");
    }

    @ParameterizedTest
    @CsvSource({"1, FORWARD, 1020", "1, BACKWARD, 1020", "2, FORWARD, 20"})
    void shouldRepeatTheSynAfterItsTimeoutWhenAPacketOfTheHandshakeIsLost(
            int position, Direction direction, int connectedMillis) {
        List<String> trace = exchange(TODAY, drop(position, direction), Dialogue.http(1000, 1000, Duration.ZERO));

        assertThat(trace).startsWith("connected@" + connectedMillis).hasSize(3);
        // The data replaces the lost acknowledgement.
        assertThat(trace.get(1)).isEqualTo("0@" + (connectedMillis + 10));
    }

    @Test
    void shouldRepeatTheSynAtEachTimeOfTheScheduleWhenTheLinkIsDown() {
        FaultSchedule down = FaultSchedule.of(Disruption.of(Duration.ZERO, Duration.ofSeconds(60)));

        assertThat(exchange(TODAY.withSyn(SynSchedule.PAPER), down, Dialogue.http(1000, 1000, Duration.ZERO)))
                .startsWith("connected@93020");
    }

    @Test
    void shouldFailWhenNoSynIsEverAnswered() {
        FaultSchedule down = FaultSchedule.of(Disruption.of(Duration.ZERO, Duration.ofHours(1)));
        Dialogue http = Dialogue.http(1000, 1000, Duration.ZERO);

        assertThat(exchange(TODAY, down, http)).containsExactly("failed@127000");
        assertThat(exchange(TODAY.withConnectTimeout(Duration.ofSeconds(30)), down, http))
                .containsExactly("failed@30000");
    }

    /** Tests one segment: the probe comes with the timeout, 200 ms and a round trip after the segment was sent. */
    @Test
    void shouldRepeatALoneSegmentAfterTheTimeoutWhenItIsLost() {
        List<String> trace = exchange(TODAY, drop(3, Direction.FORWARD), Dialogue.http(1000, 1000, Duration.ZERO));

        assertThat(trace.get(1)).isEqualTo("0@250");
    }

    /**
     * Tests with segments 1 to 10, which are sent together after 30 ms; the acknowledgements of the others are back after 20
     * ms.
     */
    @Test
    void shouldRepeatASegmentAfterARoundTripWhenLaterOnesArrive() {
        Dialogue http = Dialogue.http(100, 10 * TODAY.mss(), Duration.ZERO);

        // Backward: SYN-ACK, acknowledgement of the request, then data.
        assertThat(exchange(TODAY, drop(5, Direction.BACKWARD), http).get(2)).isEqualTo("1@60");
        assertThat(exchange(TODAY.withRecovery(TcpSettings.Recovery.SACK), drop(5, Direction.BACKWARD), http)
                        .get(2))
                .isEqualTo("1@60");
        assertThat(exchange(TODAY.withRecovery(TcpSettings.Recovery.NEW_RENO), drop(5, Direction.BACKWARD), http)
                        .get(2))
                .isEqualTo("1@60");
    }

    /** Tests the loss of the last data segment: only the close comes after it, which is not enough for three duplicates. */
    @Test
    void shouldSaveTheTimeoutWhenTheTailIsLostAndTheCloseArrives() {
        Dialogue http = Dialogue.http(100, 10 * TODAY.mss(), Duration.ZERO);
        TcpSettings old = TODAY.withRecovery(TcpSettings.Recovery.SACK).withTailLossProbe(false);

        // The close is sent at 50 ms, when the window moves; its acknowledgement at 70 ms shows the gap.
        assertThat(exchange(TODAY, drop(12, Direction.BACKWARD), http).get(2)).isEqualTo("1@80");
        assertThat(exchange(old, drop(12, Direction.BACKWARD), http).get(2)).isEqualTo("1@280");
    }

    /** Tests the loss of the last data segment and the close: no segment overtakes them, so that only a probe can detect it. */
    @Test
    void shouldProbeWhenAllOfTheTailIsLost() {
        Dialogue http = Dialogue.http(100, 10 * TODAY.mss(), Duration.ZERO);
        FaultSchedule tail =
                FaultSchedule.of(PacketDrop.of(12, Direction.BACKWARD), PacketDrop.of(13, Direction.BACKWARD));
        TcpSettings old = TODAY.withRecovery(TcpSettings.Recovery.SACK).withTailLossProbe(false);

        // The probe is sent two round trips and 2 ms after the close, at 92 ms. It repeats the close, whose
        // acknowledgement at 112 ms shows the gap.
        assertThat(exchange(TODAY, tail, http).get(2)).isEqualTo("1@122");
        assertThat(exchange(old, tail, http).get(2)).isEqualTo("1@280");
    }

    @Test
    void shouldEndWhenEverySecondPacketIsLostForAWhile() {
        FaultSchedule rough = FaultSchedule.parse("- {at: 0s, for: 20s, loss: 50%, direction: both}");

        assertThat(exchange(TODAY, rough, Dialogue.http(5000, 20000, Duration.ZERO)))
                .hasSize(3);
    }

    /** Compares with Cardwell, Savage and Anderson: the mean set-up with 5 % loss each way. */
    @Test
    void shouldSetUpConnectionsAsFastAsTheLatencyModelSays() {
        CsaLatency model = new CsaLatency(0.02, 1, 0.2, 0.05, 0.05, 10, 1, 100);
        FaultSchedule loss = FaultSchedule.parse("- {at: 0s, loss: 5%, direction: both}");
        int connections = 20_000;
        double[] sum = {0};
        for (int i = 0; i < connections; i++) {
            VirtualTime time = new VirtualTime();
            Network network = new Network(
                    time, new SimulatedLink(TEN_MILLIS, loss, OptionalInt.empty(), Optional.empty(), 0), TODAY);
            network.open(Dialogue.http(100, 100, Duration.ZERO), true, i, new ConversationListener() {
                @Override
                public void connected(long nowNanos) {
                    sum[0] += nowNanos / 1e9;
                }

                @Override
                public void turnHeard(int turn, long nowNanos) {}

                @Override
                public void failed(long nowNanos) {}
            });
            time.run();
        }

        assertThat(sum[0] / connections).isCloseTo(model.setUp(), withinPercentage(5));
    }
}
