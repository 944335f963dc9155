package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;

/**
 * The link as one connection sees it: decides if its packets pass, and when they arrive.
 *
 * <p>Not thread-safe; confined to the thread of one link.
 */
final class TcpPath {
    private final PacketFate fate;
    private final LinkLane forward;
    private final LinkLane backward;
    private final long delayNanos;
    private final long connection;
    private int forwardPackets;
    private int backwardPackets;
    private long resetNanos = Long.MAX_VALUE;
    private Direction resetSender = Direction.FORWARD;

    TcpPath(PacketFate fate, LinkLane forward, LinkLane backward, long delayNanos, long connection) {
        this.fate = fate;
        this.forward = forward;
        this.backward = backward;
        this.delayNanos = delayNanos;
        this.connection = connection;
    }

    /** Sends one packet, and tells if it arrives. */
    boolean transmit(long atNanos, Direction direction) {
        int packet = next(direction);
        PacketFate.Fate own = fate.of(atNanos, connection, direction, packet);
        if (own == PacketFate.Fate.RESET && resetNanos == Long.MAX_VALUE) {
            int reset = next(direction.turned());
            // A reset is not answered with another one.
            if (fate.of(atNanos + delayNanos, connection, direction.turned(), reset) != PacketFate.Fate.LOST) {
                resetNanos = atNanos + 2 * delayNanos;
                resetSender = direction;
            }
        }
        return own == PacketFate.Fate.ARRIVES;
    }

    /** Returns the number of the next packet of a direction. */
    private int next(Direction direction) {
        return direction == Direction.FORWARD ? ++forwardPackets : ++backwardPackets;
    }

    /** Returns the time at which a reset comes back to the sender of a packet. */
    long resetNanos() {
        return resetNanos;
    }

    /** Returns the direction in which that packet was sent. */
    Direction resetSender() {
        return resetSender;
    }

    LinkLane lane(Direction direction) {
        return direction == Direction.FORWARD ? forward : backward;
    }

    long delayNanos() {
        return delayNanos;
    }
}
