package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.net.Luck;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How long hosts take for one attempt, as it was measured: each attempt draws one of the measured times, or they come in the
 * order in which they were measured, so that hosts that were slow for several messages in a row are so again.
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
     * Measured times.
     *
     * @param nanos 1 or more, in the order in which they were measured; negative ones count as 0
     * @return the times, of which each attempt draws one by itself
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
     * Times with an exponential distribution.
     *
     * @param mean more than 0
     * @return the times, of which each attempt draws one by itself
     */
    public static HostTimes exponential(Duration mean) {
        return of(IntStream.range(0, QUANTILES)
                .mapToLong(i -> (long) (-mean.toNanos() * StrictMath.log1p(-(i + 0.5) / QUANTILES)))
                .toArray());
    }

    /**
     * The same times in the order in which they were measured, one after the other for the messages of a run, which begins
     * somewhere in it.
     *
     * @return the changed times
     */
    public HostTimes inOrder() {
        return new HostTimes(true, nanos);
    }

    /**
     * Returns the mean.
     *
     * @return seconds
     */
    public double meanSeconds() {
        return Arrays.stream(nanos).average().orElseThrow() / 1e9;
    }

    /**
     * The time of an attempt.
     *
     * @param key of the attempt
     * @param run the key of its run
     * @param message the number of its message
     */
    long nanos(long key, long run, int message) {
        double at = inOrder
                ? Luck.uniform(Luck.of(run, START)) + (double) message / nanos.length
                : Luck.uniform(Luck.of(key, PURPOSE));
        return nanos[(int) ((at - Math.floor(at)) * nanos.length)];
    }
}
