package io.github.restartoracle.benchmarks.theory;

import java.time.Duration;

/**
 * What a sender can reach that learns of a loss only by silence, and of the end of an outage only by trying.
 *
 * <p>Stateless, thread-safe.
 */
public final class CausalBound {
    private CausalBound() {}

    /**
     * Independent silent failures and no unnecessary transmission: a loss cannot be inferred before the acknowledgement
     * would have come, so every lost attempt costs a round trip, {@code ETT >= d + RTT q / (1 - q)}.
     *
     * @param lossFree d, one-way time of a message that is not lost
     * @param roundTrip the least time from a dispatch to its acknowledgement
     * @param loss q, the probability that an attempt is lost, from 0 to less than 1
     * @return seconds
     */
    public static double ettSeconds(Duration lossFree, Duration roundTrip, double loss) {
        if (!(loss >= 0 && loss < 1)) {
            throw new IllegalArgumentException("loss must be from 0 to less than 1, was " + loss);
        }
        return (lossFree.toNanos() + roundTrip.toNanos() * loss / (1 - loss)) / 1e9;
    }

    /**
     * The mean time for which a message waits on after the end of an outage, if one probe looks for the end at regular
     * times: with D / pi probes it is pi / 2, so that waiting times probes is D / 2.
     *
     * @param outage D, how long the path is down
     * @param probes how many are sent meanwhile, 1 or more
     * @return seconds
     */
    public static double excessSeconds(Duration outage, int probes) {
        if (probes < 1) {
            throw new IllegalArgumentException("probes must be 1 or more, was " + probes);
        }
        return outage.toNanos() / 1e9 / (2.0 * probes);
    }
}
