package io.github.restartoracle.benchmarks.lab.theory;

import java.time.Duration;

/**
 * <p>Stateless, thread-safe.
 *
 * The best ETT of a sender that detects a loss only by the missing acknowledgement, and the end of an outage only by trying.
 */
public final class CausalBound {
    private CausalBound() {}

    /**
     * Returns the bound for independent losses without notice and no unnecessary transmission. A loss cannot be inferred before
     * the acknowledgement would have come, so every lost attempt costs a round trip: {@code ETT >= d + RTT q / (1 - q)}.
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
     * Returns the bound for outages and no unnecessary transmission. Every message that is due tries the path, and its
     * acknowledgement, a round trip later, shows that the path is up, so that the waiting messages are sent.
     *
     * @param outages the times in which the path is down
     * @param workload the messages
     * @param lossFree d, one-way time of a message on a path that is up
     * @param roundTrip the least time from a dispatch to its acknowledgement
     * @return seconds; for a message that waits when no other follows, computed as if one were due when the path is up
     */
    public static double ettSeconds(Outages outages, ConstantRate workload, Duration lossFree, Duration roundTrip) {
        double waitNanos = 0;
        for (int message = 1; message <= workload.messages(); message++) {
            long due = workload.dueNanos(message);
            long up = outages.nextUpNanos(due);
            if (up > due && up != Outages.NEVER_UP) {
                long interval = workload.interval().toNanos();
                long next = message + (up - due + interval - 1) / interval;
                long told = next <= workload.messages() ? workload.dueNanos((int) next) : up;
                waitNanos += told + roundTrip.toNanos() - due;
            }
        }
        return (lossFree.toNanos() + waitNanos / workload.messages()) / 1e9;
    }

    /**
     * Returns the mean time for which a message still waits after the end of an outage, if one probe at regular times detects
     * the end. With D / pi probes it is pi / 2, so that waiting times probes is D / 2.
     *
     * @param outage D, the time for which the path is down
     * @param probes the number that is sent meanwhile, 1 or more
     * @return seconds
     */
    public static double excessSeconds(Duration outage, int probes) {
        if (probes < 1) {
            throw new IllegalArgumentException("probes must be 1 or more, was " + probes);
        }
        return outage.toNanos() / 1e9 / (2.0 * probes);
    }
}
