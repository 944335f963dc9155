package io.github.restartoracle.benchmarks.lab.theory;

import java.time.Duration;

/**
 * The best ETT of a sender that detects a loss only by the missing acknowledgement, and the end of an outage only by trying.
 *
 * <p>Stateless, thread-safe.
 */
public final class CausalBound {
    private CausalBound() {}

    /**
     * {@return the bound, in seconds, for independent losses without notice and no unnecessary transmission} A loss cannot be
     * inferred before the acknowledgement would have come, so every lost attempt costs a round trip: {@code ETT >= d + RTT q /
     * (1 - q)}.
     *
     * @param lossFree d, one-way time of a message that is not lost
     * @param roundTrip the least time from a dispatch to its acknowledgement
     * @param loss q, the probability that an attempt is lost, from 0 to less than 1
     */
    public static double ettSeconds(Duration lossFree, Duration roundTrip, double loss) {
        if (!(loss >= 0 && loss < 1)) {
            throw new IllegalArgumentException("loss must be from 0 to less than 1, was " + loss);
        }
        return (lossFree.toNanos() + roundTrip.toNanos() * loss / (1 - loss)) / 1e9;
    }

    /**
     * {@return the bound, in seconds, for outages and no unnecessary transmission} Every message that is due tries the path, and
     * its acknowledgement, a round trip later, shows that the path is up, so that the waiting messages are sent. A message that
     * waits when no other follows counts as if one were due when the path is up.
     *
     * @param outages the times in which the path is down
     * @param workload the messages
     * @param lossFree d, one-way time of a message on a path that is up
     * @param roundTrip the least time from a dispatch to its acknowledgement
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
}
