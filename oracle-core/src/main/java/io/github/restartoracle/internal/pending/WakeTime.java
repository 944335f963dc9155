package io.github.restartoracle.internal.pending;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The time at which the timer's thread wakes next. Times are compared by subtraction, so "never" is half the range of the clock
 * away, which is 146 years. Thread-safe.
 */
final class WakeTime {
    static final long NEVER_NANOS = Long.MAX_VALUE / 2;

    private final AtomicLong atNanos;

    WakeTime(long nowNanos) {
        this.atNanos = new AtomicLong(nowNanos + NEVER_NANOS);
    }

    /** Forgets the wake time: from here on the earliest time that is reported counts. */
    void reset(long nowNanos) {
        atNanos.set(nowNanos + NEVER_NANOS);
    }

    /**
     * Brings the wake time forward to a delay from now; true if it would have been later. If not, this is one volatile read.
     */
    boolean bringForward(long nowNanos, long delayNanos) {
        long candidate = nowNanos + Math.min(Math.max(0, delayNanos), NEVER_NANOS);
        if (candidate - atNanos.get() >= 0) {
            return false;
        }
        atNanos.accumulateAndGet(candidate, WakeTime::earlier);
        return true;
    }

    /** Returns the time to sleep; 0 or less for no sleep. */
    long nanosUntil(long nowNanos) {
        return atNanos.get() - nowNanos;
    }

    private static long earlier(long oneNanos, long otherNanos) {
        return oneNanos - otherNanos < 0 ? oneNanos : otherNanos;
    }
}
