package io.github.restartoracle.benchmarks.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.restartoracle.harness.csv.Csv;
import java.util.Locale;

/**
 * How late a machine was during a run: what passes between the time at which a thread wants to go on and the time at which it
 * does, looked at every 10 ms.
 *
 * @param ticks how often it was looked at
 * @param p99Millis 99 % of the ticks were no later, in milliseconds
 * @param maxMillis the latest tick, in milliseconds
 */
public record HostLateness(
        long ticks,
        @JsonProperty("p99_ms") double p99Millis,
        @JsonProperty("max_ms") double maxMillis) {
    /** The file {@code lateness.csv}. */
    public static final Csv<HostLateness> FILE = Csv.of(HostLateness.class);

    /** A machine that was later than this in 1 % of the ticks has measured itself. */
    public static final double LIMIT_MILLIS = 50;

    /**
     * Compares two hosts of one run.
     *
     * @param other of the same time
     * @return the later one
     */
    public HostLateness orLater(HostLateness other) {
        return other.p99Millis > p99Millis ? other : this;
    }

    /**
     * Tells if a run may be believed.
     *
     * @return true if 99 % of the ticks were no later than {@link #LIMIT_MILLIS}
     */
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
