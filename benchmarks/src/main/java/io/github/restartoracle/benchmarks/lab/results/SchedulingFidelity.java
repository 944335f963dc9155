package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.oracle.RetransmissionOracle;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/**
 * The adherence of a queue to its oracle: the share of the transmissions that the oracle's own schedule calls for and that were
 * dispatched within 100 ms of the time at which they were due. A transmission that was called for and never made counts as
 * late.
 *
 * @param calledFor transmissions that the schedule calls for
 * @param onTime those that were dispatched on time
 */
public record SchedulingFidelity(int calledFor, int onTime) {
    /** The largest delay with which a dispatch still counts as on time. */
    private static final long TOLERANCE_NANOS = 100_000_000;

    /** Returns the share that was on time; 1 if no transmission was called for. */
    public double share() {
        return calledFor == 0 ? 1 : (double) onTime / calledFor;
    }

    /**
     * Computes the fidelity from the queue's own log, first transmissions included or not. Works for every oracle, but
     * relies on the queue for the times at which its oracle wanted a transmission.
     */
    public static SchedulingFidelity ofLog(Collection<RestartRow> restarts) {
        long onTime = restarts.stream()
                .filter(row -> row.dispatchedNanos().isPresent()
                        && within(row.dispatchedNanos().getAsLong() - row.scheduledNanos()))
                .count();
        return new SchedulingFidelity(restarts.size(), (int) onTime);
    }

    /**
     * Computes the fidelity from the journal alone, for an oracle whose timeouts depend only on the attempt. The first
     * transmission is due with the message, each further one a timeout after the dispatch of the one before. The number called
     * for is the larger of two: the transmissions that fit between the time the message was due and its first arrival, and
     * those that were made. A queue that makes two restarts where its schedule demands fifteen has therefore missed thirteen,
     * however punctual the two were.
     *
     * @param journal all attempts
     * @param timeoutNanos timeout after an attempt, 1 for the first; {@link RetransmissionOracle#NEVER} for no restart
     * @return the fidelity over all messages that arrived
     */
    static SchedulingFidelity ofJournal(Collection<JournalRow> journal, IntToLongFunction timeoutNanos) {
        record Message(String run, String oracle, long message) {}
        Map<Message, List<JournalRow>> messages = journal.stream()
                .collect(Collectors.groupingBy(row -> new Message(row.run(), row.oracle(), row.message())));
        int calledFor = 0;
        int onTime = 0;
        for (List<JournalRow> attempts : messages.values()) {
            attempts.sort(Comparator.comparingInt(JournalRow::attempt));
            long firstArrival = attempts.stream()
                    .filter(attempt -> attempt.arrivedNanos().isPresent())
                    .mapToLong(attempt -> attempt.arrivedNanos().getAsLong())
                    .min()
                    .orElse(Long.MIN_VALUE);
            if (firstArrival != Long.MIN_VALUE) {
                long age = firstArrival - attempts.get(0).dueNanos();
                calledFor += Math.max(attempts.size(), transmissionsWithin(age, timeoutNanos));
                onTime += onTime(attempts, timeoutNanos);
            }
        }
        return new SchedulingFidelity(calledFor, onTime);
    }

    private static int transmissionsWithin(long ageNanos, IntToLongFunction timeoutNanos) {
        int transmissions = 1;
        long left = ageNanos;
        while (true) {
            long timeout = timeoutNanos.applyAsLong(transmissions);
            if (timeout >= left) {
                return transmissions;
            }
            left -= timeout;
            transmissions++;
        }
    }

    private static int onTime(List<JournalRow> attempts, IntToLongFunction timeoutNanos) {
        int onTime = 0;
        long scheduled = attempts.get(0).dueNanos();
        for (JournalRow attempt : attempts) {
            if (within(attempt.dispatchedNanos() - scheduled)) {
                onTime++;
            }
            scheduled = attempt.dispatchedNanos() + timeoutNanos.applyAsLong(attempt.attempt());
        }
        return onTime;
    }

    private static boolean within(long nanos) {
        return Math.abs(nanos) <= TOLERANCE_NANOS;
    }
}
