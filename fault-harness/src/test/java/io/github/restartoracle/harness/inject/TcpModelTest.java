package io.github.restartoracle.harness.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Window;
import io.github.restartoracle.harness.inject.PacketFate.Fate;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The link's model of TCP in virtual time, as traces of timed events. */
class TcpModelTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private static LinkModel model(Link link, long seed, Fault... faults) {
        return new LinkModel(InProcessLink.Settings.to("localhost", 1)
                .with(FaultSchedule.of(faults))
                .with(link)
                .withSeed(seed));
    }

    private static TcpPath path(Link link, long seed, Fault... faults) {
        LinkModel model = model(link, seed, faults);
        model.fate.begin(0);
        return new TcpPath(model, 0);
    }

    private static List<String> handshake(TcpPath path, long from) {
        List<String> trace = new ArrayList<>();
        Handshake handshake = new Handshake(path, from);
        Handshake.State state = Handshake.State.WAITING;
        while (state == Handshake.State.WAITING) {
            long now = handshake.nextNanos();
            state = handshake.advance(now);
            trace.add(state + "@" + now / MILLI);
        }
        return trace;
    }

    private static List<String> transfer(Pipe pipe) {
        List<String> trace = new ArrayList<>();
        for (long now = pipe.nextNanos(); now != Long.MAX_VALUE && !pipe.broken(); now = pipe.nextNanos()) {
            for (ByteBuffer bytes = pipe.poll(now); bytes != null; bytes = pipe.poll(now)) {
                trace.add(bytes.remaining() + "@" + now / MILLI);
            }
        }
        return trace;
    }

    private static Pipe pipe(TcpPath path, int bytes, long at) {
        Pipe pipe = new Pipe(path, Direction.FORWARD);
        pipe.offer(ByteBuffer.allocate(bytes), at);
        return pipe;
    }

    private static Disruption disruption(int fromSeconds, int seconds) {
        return Disruption.of(Duration.ofSeconds(fromSeconds), Duration.ofSeconds(seconds));
    }

    @Test
    void shouldEstablishAtTheNextSynRetryWhenADisruptionIsOver() {
        TcpPath path = path(Link.ideal(), 0, disruption(60, 60));

        assertThat(handshake(path, 90 * SECOND))
                .containsExactly(
                        "WAITING@90000",
                        "WAITING@91000",
                        "WAITING@93000",
                        "WAITING@97000",
                        "WAITING@105000",
                        "ESTABLISHED@121000");
    }

    @Test
    void shouldLetNothingPassWhileItIsCut() {
        LinkModel model = model(Link.ideal(), 0);
        model.fate.cutUntil(2 * SECOND);
        TcpPath path = new TcpPath(model, 0);

        assertThat(handshake(path, 0)).containsExactly("WAITING@0", "WAITING@1000", "ESTABLISHED@3000");

        model.fate.cutUntil(0);
        assertThat(handshake(path, 0)).containsExactly("ESTABLISHED@0");
    }

    @Test
    void shouldGiveUpAfter127SecondsWhenNothingEverPasses() {
        Fault forever = new Disruption(Window.always(), Direction.BACKWARD);

        List<String> trace = handshake(path(Link.ideal(), 0, forever), 0);

        assertThat(trace).hasSize(8).contains("WAITING@63000").endsWith("GIVEN_UP@127000");
    }

    @Test
    void shouldTakeOneRoundTripWhenTheLinkHasADelay() {
        Link link = new Link(OptionalLong.empty(), Duration.ofMillis(50), Duration.ZERO);

        assertThat(handshake(path(link, 0), 0)).containsExactly("WAITING@0", "ESTABLISHED@100");
    }

    @Test
    void shouldLoseOneSecondWhenTheSynAckIsDropped() {
        assertThat(handshake(path(Link.ideal(), 0, PacketDrop.of(1, Direction.BACKWARD)), 0))
                .endsWith("ESTABLISHED@1000");
    }

    @Test
    void shouldDeliverAtTheNextDataRetryWhenADisruptionIsOver() {
        // 59.9 s + 0.2, 0.6, 1.4, 3.0, 6.2, 12.6 s; the disruption ends after 70 s.
        TcpPath path = path(Link.ideal(), 0, disruption(59, 11));
        Pipe pipe = pipe(path, 100, 59_900 * MILLI);

        assertThat(transfer(pipe)).containsExactly("100@72500");
        assertThat(path.link.tally.snapshot().retransmissions()).isEqualTo(6);
    }

    @Test
    void shouldDeliverInOrderAndLateWhenASegmentIsDropped() {
        Pipe pipe = pipe(path(Link.ideal(), 0, PacketDrop.of(2, Direction.FORWARD)), 3 * Pipe.SEGMENT_BYTES, 0);
        pipe.offerEnd(0);

        assertThat(transfer(pipe)).containsExactly("1448@0", "1448@200", "1448@200", "0@200");
    }

    @Test
    void shouldSerialiseAtTheBandwidthWhenConnectionsShareALink() {
        Link link = new Link(OptionalLong.of(1_000_000), Duration.ofMillis(10), Duration.ZERO);
        LinkModel shared = model(link, 0);
        Pipe one = pipe(new TcpPath(shared, 0), 1184, 0);
        Pipe other = pipe(new TcpPath(shared, 1), 1184, 0);

        // (1184 + 66) bytes at 1 Mbit/s are 10 ms.
        assertThat(transfer(one)).containsExactly("1184@20");
        assertThat(transfer(other)).containsExactly("1184@30");
    }

    @Test
    void shouldBreakTheConnectionWhenDataIsRetriedTooOften() {
        Fault forever = new Disruption(Window.always(), Direction.FORWARD);
        TcpPath path = path(Link.ideal(), 0, forever);
        Pipe pipe = pipe(path, 1, 0);

        assertThat(transfer(pipe)).isEmpty();
        assertThat(pipe.broken()).isTrue();
        assertThat(path.link.tally.snapshot().retransmissions()).isEqualTo(15);
    }

    @Test
    void shouldMakeTheSameDecisionsWhenTheSeedIsTheSame() {
        RandomLoss loss = RandomLoss.of(0.3);

        assertThat(decisions(7, 0, loss)).isEqualTo(decisions(7, 0, loss));
        assertThat(decisions(7, 0, loss)).isNotEqualTo(decisions(8, 0, loss));
        assertThat(decisions(7, 0, loss)).isNotEqualTo(decisions(7, 1, loss));
    }

    @Test
    void shouldLoseTheRequestedShareWhenLossIsRandom() {
        long seed = 20_061;
        int n = 100_000;

        long passed = IntStream.range(0, n / 100)
                .mapToLong(connection -> decisions(seed, connection, RandomLoss.of(0.05)).stream()
                        .filter(p -> p)
                        .count())
                .sum();

        // 5 standard deviations of a binomial with n = 100,000 and p = 0.05 are 345.
        assertThat(n - passed).as("losses with seed %d", seed).isBetween(5000L - 345, 5000L + 345);
    }

    private static List<Boolean> decisions(long seed, long connection, RandomLoss loss) {
        PacketFate fate = new PacketFate(FaultSchedule.of(loss), seed);
        fate.begin(0);
        return IntStream.rangeClosed(1, 100)
                .mapToObj(packet -> fate.of(0, connection, Direction.FORWARD, packet) == Fate.ARRIVES)
                .toList();
    }

    @Test
    void shouldLoseNothingWhenTheRunHasNotBegun() {
        PacketFate fate = new PacketFate(FaultSchedule.of(disruption(0, 1)), 0);

        assertThat(fate.of(0, 0, Direction.FORWARD, 1)).isEqualTo(Fate.ARRIVES);
        assertThat(fate.counts()).allMatch(c -> c.seen() == 0);
    }

    @Test
    void shouldDoubleUpToTheGreatestWaitWhenRetried() {
        RetrySchedule data = RetrySchedule.ofData();

        assertThat(IntStream.rangeClosed(1, 12)
                        .mapToLong(n -> data.waitNanos(n) / MILLI)
                        .toArray())
                .containsExactly(200, 400, 800, 1600, 3200, 6400, 12800, 25600, 51200, 102400, 120000, 120000);
        assertThat(data.waitNanos(1000)).isEqualTo(120 * SECOND);
    }
}
