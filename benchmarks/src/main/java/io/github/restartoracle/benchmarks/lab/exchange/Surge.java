package io.github.restartoracle.benchmarks.lab.exchange;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;

/**
 * The behaviour of a user of the web: P. Barford, M. Crovella, "Generating Representative Web Workloads for Network and Server
 * Performance Evaluation", SIGMETRICS 1998 (SURGE). Inactive times are Pareto(k = 1 s, alpha = 1.5), sizes of files are
 * lognormal(mu = 9.357, sigma = 1.318) below 133,000 bytes.
 *
 * <p>Differences from the source: a service's answer embeds no other objects, so there are none. The Pareto tail of the sizes
 * (7 %, k = 133,000 bytes, alpha = 1.1) is left out, and think times end at {@link #LONGEST}: both have no finite variance, so
 * that chance would dominate the results of a phase of half a minute.
 *
 * <p>Values are drawn by inversion, one random number each, so that a user's n-th pause and size are the same at any place and
 * speed.
 */
public final class Surge {
    /** The longest pause. */
    public static final Duration LONGEST = Duration.ofSeconds(20);

    private static final int LARGEST = 133_000;
    private static final ContinuousDistribution PAUSE = ParetoDistribution.of(1, 1.5);
    private static final ContinuousDistribution SIZE = LogNormalDistribution.of(9.357, 1.318);
    private static final double LARGEST_AT = SIZE.cumulativeProbability(LARGEST);

    private final RandomGenerator random;

    /**
     * Creates one user.
     *
     * @param random a generator that has no other use
     */
    public Surge(RandomGenerator random) {
        this.random = random;
    }

    /** {@return the next pause, from 1 s to {@link #LONGEST}} */
    public long pauseNanos() {
        double seconds = PAUSE.inverseCumulativeProbability(random.nextDouble());
        // Rounded, because the last digit of powers differs from machine to machine.
        return Math.round(Math.min(seconds, (double) LONGEST.toSeconds()) * 1e6) * 1000;
    }

    /** {@return the size of the next answer in bytes, at least that of the headers} */
    public int responseBytes() {
        double bytes = SIZE.inverseCumulativeProbability(random.nextDouble() * LARGEST_AT);
        return Math.max(Call.MIN_BYTES, (int) Math.min(bytes, LARGEST));
    }
}
