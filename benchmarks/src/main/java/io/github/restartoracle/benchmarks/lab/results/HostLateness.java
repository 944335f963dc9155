package io.github.restartoracle.benchmarks.lab.results;

import java.util.Locale;

/**
 * The lateness of a machine during a run: the time from when a thread wants to continue to when it does, measured every 10 ms.
 *
 * @param ticks the number of measurements
 * @param p99Millis 99 % of the ticks were no later, in milliseconds
 * @param maxMillis the latest tick, in milliseconds
 */
public record HostLateness(long ticks, double p99Millis, double maxMillis) {
    /** The limit of lateness, for 99 % of the ticks. The results of a later machine show its own delays. */
    public static final double LIMIT_MILLIS = 50;

    /** Returns the later of two hosts of one run. */
    public HostLateness orLater(HostLateness other) {
        return other.p99Millis > p99Millis ? other : this;
    }

    /** Returns whether the results of a run can be trusted: 99 % of the ticks were no later than {@link #LIMIT_MILLIS}. */
    public boolean sound() {
        return p99Millis <= LIMIT_MILLIS;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "99 %% of %,d timers were at most %.1f ms late, the latest %.0f ms",
                ticks,
                p99Millis,
                maxMillis);
    }
}
