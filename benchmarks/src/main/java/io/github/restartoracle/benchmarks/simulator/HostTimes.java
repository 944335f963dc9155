package io.github.restartoracle.benchmarks.simulator;

import io.github.restartoracle.benchmarks.simulator.net.Luck;
import java.util.Arrays;

/**
 * How long hosts take for one attempt, as it was measured: each attempt draws one of the measured times. Hosts that are slow
 * for several messages in a row are beyond this model.
 *
 * <p>Immutable, thread-safe.
 */
public final class HostTimes {
    private static final long PURPOSE = -2;

    private final long[] nanos;

    private HostTimes(long... nanos) {
        this.nanos = nanos;
    }

    /**
     * Measured times.
     *
     * @param nanos 1 or more, in any order; negative ones count as 0
     * @return the distribution
     * @throws IllegalArgumentException if there are none
     */
    public static HostTimes of(long... nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("expected at least one measured time");
        }
        return new HostTimes(
                Arrays.stream(nanos).map(time -> Math.max(0, time)).sorted().toArray());
    }

    /**
     * The mean.
     *
     * @return seconds
     */
    public double meanSeconds() {
        return Arrays.stream(nanos).average().orElseThrow() / 1e9;
    }

    /** The time of an attempt, by its key. */
    long nanos(long key) {
        return nanos[(int) (Luck.uniform(Luck.of(key, PURPOSE)) * nanos.length)];
    }
}
