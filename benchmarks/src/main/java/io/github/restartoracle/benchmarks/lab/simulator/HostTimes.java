package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The times that hosts take for one attempt, as they were measured. Each attempt draws one of the measured times by itself, or
 * they are used in the order in which they were measured, so that a period of slow hosts affects several messages in a row.
 *
 * <p>Immutable, thread-safe.
 */
public final class HostTimes {
    private static final long PURPOSE = -2;
    private static final long START = -4;
    private static final int QUANTILES = 1000;

    private final boolean inOrder;
    private final long[] nanos;

    private HostTimes(boolean inOrder, long... nanos) {
        this.inOrder = inOrder;
        this.nanos = nanos;
    }

    /**
     * {@return measured times, of which each attempt draws one by itself}
     *
     * @param nanos 1 or more, in the order in which they were measured; negative ones count as 0
     * @throws IllegalArgumentException if there are none
     */
    public static HostTimes of(long... nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("expected at least one measured time");
        }
        return new HostTimes(
                false, Arrays.stream(nanos).map(time -> Math.max(0, time)).toArray());
    }

    /**
     * {@return times with an exponential distribution, of which each attempt draws one by itself}
     *
     * @param mean more than 0
     */
    public static HostTimes exponential(Duration mean) {
        return of(IntStream.range(0, QUANTILES)
                .mapToLong(i -> (long) (-mean.toNanos() * StrictMath.log1p(-(i + 0.5) / QUANTILES)))
                .toArray());
    }

    /**
     * {@return the same times for use in the order in which they were measured} Successive messages of a run take successive
     * times, from a random one on.
     */
    public HostTimes inOrder() {
        return new HostTimes(true, nanos);
    }

    /** {@return the mean, in seconds} */
    public double meanSeconds() {
        return Arrays.stream(nanos).average().orElseThrow() / 1e9;
    }

    /**
     * {@return the time of an attempt}
     *
     * @param key of the attempt
     * @param run the key of its run
     * @param message the number of its message
     */
    long nanos(long key, long run, int message) {
        double at = inOrder
                ? KeyedRandom.uniform(KeyedRandom.of(run, START)) + (double) message / nanos.length
                : KeyedRandom.uniform(KeyedRandom.of(key, PURPOSE));
        return nanos[(int) ((at - Math.floor(at)) * nanos.length)];
    }
}
