package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.inject.PacketFate.Fate;

/**
 * The link as one connection sees it: decides if its packets pass, and when a reset comes back.
 *
 * <p>Not thread-safe; confined to the thread of one link.
 */
final class TcpPath {
    final LinkModel link;
    private final long connection;
    private int forwardPackets;
    private int backwardPackets;
    private long resetNanos = Long.MAX_VALUE;
    private Direction resetSender = Direction.FORWARD;

    TcpPath(LinkModel link, long connection) {
        this.link = link;
        this.connection = connection;
    }

    /** Sends one packet, and tells if it arrives. */
    boolean transmit(long atNanos, Direction direction) {
        Fate fate = fate(atNanos, direction);
        // A reset is a packet of the other direction, and is not answered with another one.
        if (fate == Fate.RESET
                && resetNanos == Long.MAX_VALUE
                && fate(atNanos + link.delayNanos, direction.turned()) != Fate.LOST) {
            resetNanos = atNanos + 2 * link.delayNanos;
            resetSender = direction;
        }
        return fate == Fate.ARRIVES;
    }

    private Fate fate(long atNanos, Direction direction) {
        int packet = direction == Direction.FORWARD ? ++forwardPackets : ++backwardPackets;
        return link.fate.of(atNanos, connection, direction, packet);
    }

    /** Returns the time at which a reset comes back to the sender of a packet. */
    long resetNanos() {
        return resetNanos;
    }

    /** Returns the direction in which that packet was sent. */
    Direction resetSender() {
        return resetSender;
    }
}
