package io.github.restartoracle.time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still until it is told otherwise: virtual time for tests and simulations.
 *
 * <p>Thread-safe.
 */
public final class ManualClock implements NanoClock {
    private final AtomicLong nanos;

    /** Creates a clock that shows 0. */
    public ManualClock() {
        this(0);
    }

    /**
     * Creates a clock that shows a given time.
     *
     * @param nanos nanoseconds, any value
     */
    public ManualClock(long nanos) {
        this.nanos = new AtomicLong(nanos);
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    /**
     * Sets the time.
     *
     * @param nanos nanoseconds, any value; going back is allowed, though no real clock does so
     */
    public void set(long nanos) {
        this.nanos.set(nanos);
    }

    /**
     * Lets time pass. At the end of the range of {@code long} the clock wraps, as {@link System#nanoTime()} may.
     *
     * @param nanos nanoseconds, 0 or more
     * @throws IllegalArgumentException if {@code nanos} is negative
     */
    public void advance(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("nanos must be 0 or more, was " + nanos);
        }
        this.nanos.addAndGet(nanos);
    }

    /**
     * Lets time pass.
     *
     * @param duration 0 or more
     * @throws IllegalArgumentException if {@code duration} is negative
     * @throws ArithmeticException if {@code duration} is longer than 292 years
     */
    public void advance(Duration duration) {
        advance(duration.toNanos());
    }
}
