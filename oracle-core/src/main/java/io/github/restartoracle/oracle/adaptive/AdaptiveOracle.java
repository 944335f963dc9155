package io.github.restartoracle.oracle.adaptive;

import io.github.restartoracle.oracle.TimeoutBounds;

/**
 * The one timeout of an adaptive oracle, equation (1) of "The Fast and the Fair": doubled by every timeout that elapses,
 * replaced by the result of an unambiguous sample, and always from the shortest timeout to the longest.
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
     * Doubles the timeout only for the first elapsed timeout after so many transmissions: many messages that wait at once
     * double it once, and not once each.
     */
    void doubleUpOnce(int attempt) {
        if (attempt > backedOff) {
            backedOff = attempt;
            doubleUp();
        }
    }

    /** Ends back-off since the path is known to work: the next timeout that elapses doubles again. */
    void endBackOff() {
        backedOff = 0;
    }

    /**
     * Shortens the timeout after an ambiguous acknowledgement. The time since the first transmission is no shorter than the
     * round trip, so it is long enough for a timeout.
     */
    void relax(long sinceFirstNanos, long learntNanos) {
        set(Math.min(nanos, Math.max(sinceFirstNanos, learntNanos)));
    }

    /** Doubles the timeout. The longest timeout is 7 d, so twice any timeout is in range. */
    void doubleUp() {
        set(2 * nanos);
    }
}
