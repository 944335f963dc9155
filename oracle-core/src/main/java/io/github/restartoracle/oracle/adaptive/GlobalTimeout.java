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
    private long nanos;

    GlobalTimeout(TimeoutBounds bounds) {
        this.minNanos = bounds.min().toNanos();
        this.maxNanos = bounds.max().toNanos();
        this.nanos = within(bounds.initial().toNanos());
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

    /** The longest timeout is 7 d, so twice any timeout is in range. */
    void doubleUp() {
        set(2 * nanos);
    }
}
