package io.github.restartoracle.benchmarks.lab.theory;

import java.time.Duration;
import java.util.Arrays;

/**
 * The least mean ETT that any sender could reach by mail, knowing all faults in advance and with polls at the best times. With
 * a the least time from the dispatch of a message to its last packet at the other server, the mail cannot be in the mailbox
 * before
 *
 * <pre>
 * b_i = next time the path is up, not before s_i + a
 * </pre>
 *
 * <p>regardless of the queues of the servers: its last packet has to arrive, and none does in an outage. It is not read before
 * the next poll. Polls come every P, so that with their first at phase phi
 *
 * <pre>
 * ETT_i &gt;= b_i + ((phi - b_i) mod P) + reading - s_i
 * </pre>
 *
 * <p>and the mean over the messages of a run is at least the least such mean over all phases. Between two values of b_i mod P
 * the mean grows with phi, so that the least one is at one of these values. A run can have the phase for which the bound
 * holds with equality, so that the bound can be reached. The mean over phases is about half an interval of the messages higher.
 * Random loss does not add to it, since the sender also knows the packets that are not lost.
 *
 * <p>Stateless, thread-safe.
 */
public final class MailBound {
    private MailBound() {}

    /**
     * {@return the bound of a schedule, in seconds}
     *
     * @param outages the times in which the path is down
     * @param workload the messages
     * @param delivery a, the least time from a dispatch to the last packet of the mail at the other server
     * @param poll P, more than 0
     * @param reading from a poll to the arrival at the application
     */
    public static double ettSeconds(
            Outages outages, ConstantRate workload, Duration delivery, Duration poll, Duration reading) {
        int count = workload.messages();
        long period = poll.toNanos();
        long[] residues = new long[count];
        double waited = 0;
        for (int i = 0; i < count; i++) {
            long due = workload.dueNanos(i + 1);
            long there = outages.nextUpNanos(due + delivery.toNanos());
            waited += there - due;
            residues[i] = Math.floorMod(there, period);
        }
        Arrays.sort(residues);
        return (waited / count + leastMeanWait(residues, period) + reading.toNanos()) / 1e9;
    }

    /** Returns the least mean of (phi - r_i) mod P over phi, of residues in ascending order. */
    private static double leastMeanWait(long[] residues, long period) {
        double sum = 0;
        for (long residue : residues) {
            sum += residue;
        }
        double least = Double.POSITIVE_INFINITY;
        int count = residues.length;
        for (int k = 0; k < count; k++) {
            if (k + 1 == count || residues[k + 1] != residues[k]) {
                // Messages with residues above phi wait for the poll after next.
                double total = (double) count * residues[k] - sum + (double) period * (count - 1 - k);
                least = Math.min(least, total / count);
            }
        }
        return least;
    }
}
