package io.github.restartoracle.oracle.adaptive;

import io.github.restartoracle.oracle.TimeoutBounds;

/**
 * The one timeout of an adaptive oracle, equation (1) of "The Fast and the Fair": doubled by every timeout that elapses,
 * replaced by what an unambiguous sample yields, and always from {@link #GRANULARITY_NANOS} to the longest timeout.
 */
final class GlobalTimeout {
    /** G of RFC 6298, 1 ms: the timer is not asked for less. */
    static final long GRANULARITY_NANOS = 1_000_000;

    private final long maxNanos;
    private long nanos;

    GlobalTimeout(TimeoutBounds bounds) {
        this.maxNanos = bounds.max().toNanos();
        this.nanos = bounds.initial().toNanos();
    }

    long nanos() {
        return nanos;
    }

    void set(long newNanos) {
        nanos = Math.min(maxNanos, Math.max(GRANULARITY_NANOS, newNanos));
    }

    /** The longest timeout is 7 d, so twice any timeout is in range. */
    void doubleUp() {
        set(2 * nanos);
    }
}
