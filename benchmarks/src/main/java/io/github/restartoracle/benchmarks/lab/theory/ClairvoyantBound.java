package io.github.restartoracle.benchmarks.lab.theory;

import java.time.Duration;

/**
 * The least mean ETT that any sender could reach, knowing all faults in advance: each message is sent once, at the first time,
 * at or after its due time, at which it will arrive. For one disruption of length D, rate lambda and M messages this is
 * {@code d + lambda D^2 / (2 M)}, with d the loss-free one-way time; random loss does not add to it, since the sender also
 * knows the packets that are not lost.
 *
 * <p>Stateless, thread-safe.
 */
public final class ClairvoyantBound {
    private ClairvoyantBound() {}

    /**
     * {@return the bound of a schedule, in seconds, computed message by message}
     *
     * @param outages the times in which the path is down
     * @param workload the messages
     * @param lossFree one-way time of a message on a path that is up
     */
    public static double ettSeconds(Outages outages, ConstantRate workload, Duration lossFree) {
        double waitNanos = 0;
        for (int message = 1; message <= workload.messages(); message++) {
            long due = workload.dueNanos(message);
            waitNanos += outages.nextUpNanos(due) - due;
        }
        return (lossFree.toNanos() + waitNanos / workload.messages()) / 1e9;
    }
}
