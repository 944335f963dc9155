package io.github.restartoracle.oracle.adaptive;

import io.github.restartoracle.oracle.TimeoutBounds;

/**
 * The one timeout of an adaptive oracle, equation (1) of "The Fast and the Fair": doubled by every timeout that elapses,
 * replaced by what an unambiguous sample yields, and always from the shortest timeout to the longest.
 */
final class GlobalTimeout {
    /** G of RFC 6298, 1 ms. */
    static final long GRANULARITY_NANOS = 1_000_000;

    private final long minNanos;
    private final long maxNanos;
    private final long initialNanos;
    private long nanos;
    private int backedOff;

    GlobalTimeout(TimeoutBounds bounds) {
        this.minNanos = bounds.min().toNanos();
        this.maxNanos = bounds.max().toNanos();
        this.initialNanos = within(bounds.initial().toNanos());
        this.nanos = initialNanos;
    }

    long initialNanos() {
        return initialNanos;
    }

    long nanos() {
        return nanos;
    }

    void set(long newNanos) {
        nanos = within(newNanos);
    }

    private long within(long anyNanos) {
        return Math.min(maxNanos, Math.max(minNanos, anyNanos));
    }

    /**
     * A timeout elapsed, and only the first one after so many transmissions counts: many messages that wait at once double it
     * once, and not once each.
     */
    void doubleUpOnce(int attempt) {
        if (attempt > backedOff) {
            backedOff = attempt;
            doubleUp();
        }
    }

    /** The path is known to work: the next timeout that elapses doubles again. */
    void endBackOff() {
        backedOff = 0;
    }

    /**
     * One of several transmissions was acknowledged. The time since the first of them is no shorter than the round trip, so it
     * is long enough for a timeout.
     */
    void relax(long sinceFirstNanos, long learntNanos) {
        set(Math.min(nanos, Math.max(sinceFirstNanos, learntNanos)));
    }

    /** The longest timeout is 7 d, so twice any timeout is in range. */
    void doubleUp() {
        set(2 * nanos);
    }
}
