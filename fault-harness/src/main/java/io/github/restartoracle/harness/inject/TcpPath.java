package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;

/**
 * What one connection needs to know of the link: whether its packets pass, and how long they take.
 *
 * <p>Not thread-safe; confined to the thread of one link.
 */
final class TcpPath {
    private final PacketFate fate;
    private final Lane forward;
    private final Lane backward;
    private final long delayNanos;
    private final long connection;
    private final PacketCounter forwardPackets = new PacketCounter();
    private final PacketCounter backwardPackets = new PacketCounter();

    TcpPath(PacketFate fate, Lane forward, Lane backward, long delayNanos, long connection) {
        this.fate = fate;
        this.forward = forward;
        this.backward = backward;
        this.delayNanos = delayNanos;
        this.connection = connection;
    }

    /** Sends one packet and says whether it arrives. */
    boolean transmit(long atNanos, Direction direction) {
        int packet = (direction == Direction.FORWARD ? forwardPackets : backwardPackets).next();
        return fate.passes(atNanos, connection, direction, packet);
    }

    Lane lane(Direction direction) {
        return direction == Direction.FORWARD ? forward : backward;
    }

    long delayNanos() {
        return delayNanos;
    }
}
