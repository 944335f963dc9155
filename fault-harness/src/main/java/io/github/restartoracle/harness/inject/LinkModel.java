package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Link;
import java.util.SplittableRandom;

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
    private final Lane forward;
    private final Lane backward;

    LinkModel(InProcessLink.Settings settings) {
        this.fate = new PacketFate(settings.schedule(), settings.seed());
        this.delayNanos = settings.link().delay().toNanos();
        this.handshakeRetries = settings.handshakeRetries();
        this.forward = new Lane(settings.link(), settings.seed());
        this.backward = new Lane(settings.link(), ~settings.seed());
    }

    Lane lane(Direction direction) {
        return direction == Direction.FORWARD ? forward : backward;
    }

    /** One direction: packets are sent one after the other at the link's bandwidth, and arrive after its delay. */
    static final class Lane {
        /** Ethernet, IP and TCP headers with time stamps; a real segment carries them too. */
        private static final int HEADER_BYTES = 66;

        private final Link link;
        private final SplittableRandom jitter;
        private long busyUntil = Long.MIN_VALUE;

        private Lane(Link link, long seed) {
            this.link = link;
            this.jitter = new SplittableRandom(seed);
        }

        /** Returns the time at which a packet that is ready now has been sent completely. */
        long departure(long nowNanos, int payloadBytes) {
            if (link.bandwidth().isEmpty()) {
                return nowNanos;
            }
            long bits = 8L * (payloadBytes + HEADER_BYTES);
            long serialisation = Math.round(bits * 1e9 / link.bandwidth().getAsLong());
            busyUntil = Math.max(nowNanos, busyUntil) + serialisation;
            return busyUntil;
        }

        /** Returns the time for which a packet is in flight after it was sent; uniform in delay ± jitter. */
        long transitNanos() {
            long spread = link.jitter().toNanos();
            return link.delay().toNanos() + (spread == 0 ? 0 : jitter.nextLong(-spread, spread + 1));
        }
    }
}
