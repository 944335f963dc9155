package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;

/**
 * The state of a link that all its connections share.
 *
 * <p>Confined to the thread of one link, except for {@link #fate} and {@link #tally}.
 */
final class LinkModel {
    final PacketFate fate;
    final LinkTally tally = new LinkTally();
    final long delayNanos;
    final RetrySchedule handshakeRetries;
    private final LinkLane forward;
    private final LinkLane backward;

    LinkModel(InProcessLink.Settings settings) {
        this.fate = new PacketFate(settings.schedule(), settings.seed());
        this.delayNanos = settings.link().delay().toNanos();
        this.handshakeRetries = settings.handshakeRetries();
        this.forward = new LinkLane(settings.link(), settings.seed());
        this.backward = new LinkLane(settings.link(), ~settings.seed());
    }

    LinkLane lane(Direction direction) {
        return direction == Direction.FORWARD ? forward : backward;
    }
}
