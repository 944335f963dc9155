package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

/** Segments from one end to the other without handshake and close, as with ns-2's one-way agents. */
final class Transfer {
    /** A segment that was sent; numbers from 0. */
    record Sent(int segment, double seconds) {}

    private static final int HEADERS = 40;

    private final VirtualTime time = new VirtualTime();
    private final SimulatedLink link;
    private final IntPredicate dropsData;
    private final IntPredicate dropsAcknowledgement;
    private final List<Sent> sent = new ArrayList<>();
    private final ReceivedSegments receiver = new ReceivedSegments();
    private final Sender sender;
    private int data;
    private int acknowledgements;
    private double doneSeconds = Double.NaN;

    /** Creates a transfer. Both predicates are called for each packet of their direction, numbers from 0. */
    Transfer(
            TcpSettings tcp,
            long bitsPerSecond,
            Duration delay,
            IntPredicate dropsData,
            IntPredicate dropsAcknowledgement) {
        this.link = SimulatedLink.ideal(new Link(OptionalLong.of(bitsPerSecond), delay, Duration.ZERO));
        this.dropsData = dropsData;
        this.dropsAcknowledgement = dropsAcknowledgement;
        this.sender = Sender.of(tcp, new TcpRoundTrip(tcp.minRto().toNanos(), tcp.minRtoOfWhole()), this::send);
    }

    Transfer run(int segments, int segmentBytes) {
        sender.write(segments * segmentBytes, false, 0);
        while (!sender.allAcknowledged()) {
            if (sender.timerNanos() < time.nextNanos()) {
                time.advanceTo(sender.timerNanos());
                sender.timeElapsed(time.nowNanos());
            } else if (!time.step()) {
                throw new IllegalStateException("neither a packet nor a timer is left");
            }
        }
        doneSeconds = time.nowNanos() / 1e9;
        return this;
    }

    private void send(int segment, int payloadBytes, long nowNanos) {
        sent.add(new Sent(segment, nowNanos / 1e9));
        int number = data++;
        long arrival = link.send(nowNanos, true, payloadBytes + HEADERS, 1, number + 1);
        if (!dropsData.test(number)) {
            time.at(arrival, now -> arrived(segment, now));
        }
    }

    private void arrived(int segment, long nowNanos) {
        receiver.take(segment);
        receiver.acknowledged();
        int got = receiver.next();
        long[] above = receiver.aboveGap();
        long arrival = link.send(nowNanos, false, HEADERS, 1, acknowledgements + 1);
        if (!dropsAcknowledgement.test(acknowledgements++)) {
            time.at(arrival, now -> sender.acknowledged(got, above, false, now));
        }
    }

    List<Sent> sent() {
        return sent;
    }

    /** Returns all segments that had been sent before. */
    List<Sent> repeated() {
        List<Sent> repeated = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            int segment = sent.get(i).segment();
            if (sent.subList(0, i).stream().anyMatch(earlier -> earlier.segment() == segment)) {
                repeated.add(sent.get(i));
            }
        }
        return repeated;
    }

    double doneSeconds() {
        return doneSeconds;
    }
}
