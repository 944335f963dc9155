package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One direction of one established connection in virtual time: bytes go in, are cut into segments, each of which is
 * transmitted until it passes, and come out in order.
 *
 * <p>Not thread-safe; confined to the thread of one link.
 */
final class Pipe {
    /** The payload of a full Ethernet frame with TCP time stamps. */
    static final int SEGMENT_BYTES = 1448;

    private final TcpPath path;
    private final Direction direction;
    private final LinkModel.Lane lane;
    private final RetrySchedule retries = RetrySchedule.ofData();
    private final Deque<Segment> segments = new ArrayDeque<>();
    private long bytesHeld;
    private long latestArrival = Long.MIN_VALUE;
    private boolean broken;

    /** Bytes in flight; an empty segment stands for the end of the stream. */
    private static final class Segment {
        private final ByteBuffer bytes;
        private int transmissions;
        private boolean passed;
        private long nextNanos;

        Segment(ByteBuffer bytes, long nextNanos) {
            this.bytes = bytes;
            this.nextNanos = nextNanos;
        }
    }

    Pipe(TcpPath path, Direction direction) {
        this.path = path;
        this.direction = direction;
        this.lane = path.link.lane(direction);
    }

    /** Takes the remaining bytes of a buffer, which must not be changed afterwards. */
    void offer(ByteBuffer bytes, long nowNanos) {
        while (bytes.hasRemaining()) {
            int size = Math.min(SEGMENT_BYTES, bytes.remaining());
            add(bytes.slice(bytes.position(), size), nowNanos);
            bytes.position(bytes.position() + size);
        }
    }

    /** Notes that the sender has ended the stream. */
    void offerEnd(long nowNanos) {
        add(ByteBuffer.allocate(0), nowNanos);
    }

    private void add(ByteBuffer bytes, long nowNanos) {
        bytesHeld += bytes.remaining();
        segments.add(new Segment(bytes, lane.departure(nowNanos, bytes.remaining())));
    }

    /** Returns the time at which {@link #poll} must be called. */
    long nextNanos() {
        long next = Long.MAX_VALUE;
        boolean first = true;
        for (Segment segment : segments) {
            // A segment that has passed waits for the segments before it, so only the first one's arrival is an event.
            if (first || !segment.passed) {
                next = Math.min(next, segment.nextNanos);
            }
            first = false;
        }
        return next;
    }

    /**
     * Advances to a time, not before that of the last call, and returns the next segment that has arrived by then: no bytes at
     * the end of the stream; null if no further segment has arrived.
     */
    @Nullable
    ByteBuffer poll(long nowNanos) {
        for (Segment segment : segments) {
            while (!segment.passed && !broken && segment.nextNanos <= nowNanos) {
                transmit(segment);
            }
        }
        Segment head = segments.peek();
        if (head == null || !head.passed || head.nextNanos > nowNanos) {
            return null;
        }
        segments.remove();
        bytesHeld -= head.bytes.remaining();
        if (segments.isEmpty()) {
            // The receiver acknowledges the data it has; the loss of this packet has no effect, since the next one
            // covers it.
            path.transmit(nowNanos, direction.turned());
        }
        return head.bytes;
    }

    private void transmit(Segment segment) {
        if (segment.transmissions > 0 && retries.exhausted(segment.transmissions)) {
            broken = true;
            return;
        }
        long at = segment.nextNanos;
        if (segment.transmissions > 0) {
            path.link.tally.retransmissions.increment();
            at = lane.departure(at, segment.bytes.remaining());
        }
        segment.transmissions++;
        segment.passed = path.transmit(at, direction);
        if (segment.passed) {
            latestArrival = Math.max(latestArrival, at + lane.transitNanos());
            segment.nextNanos = latestArrival;
        } else {
            // The timer is at least the round trip (RFC 6298, 2.2).
            segment.nextNanos = at + 2 * path.link.delayNanos + retries.waitNanos(segment.transmissions);
        }
    }

    long bytesHeld() {
        return bytesHeld;
    }

    /** Returns whether a segment was given up: the connection is dead. */
    boolean broken() {
        return broken;
    }
}
