package io.github.restartoracle.benchmarks.lab.theory;

import java.time.Duration;

/**
 * Messages that are due at a constant rate, independent of the fate of earlier messages. The constructor throws
 * {@link IllegalArgumentException} for values out of range.
 *
 * @param messages 1 or more
 * @param interval more than 0; message {@code i} is due {@code i - 1} intervals after the first
 */
public record ConstantRate(int messages, Duration interval) {
    public ConstantRate {
        if (messages < 1) {
            throw new IllegalArgumentException("messages must be 1 or more, was " + messages);
        }
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("interval must be more than 0, was " + interval);
        }
    }

    /** {@return the time at which a message, 1 for the first, is due, in nanoseconds since the first} */
    public long dueNanos(int message) {
        return (message - 1) * interval.toNanos();
    }
}
