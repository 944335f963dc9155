package io.github.restartoracle.internal.ledger;

import io.github.restartoracle.ledger.TransmissionRecorder;
import io.github.restartoracle.ledger.TransmissionSummary;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps every transmission of a run and its arrival; "The Fast and the Fair", section II.A. With s<sub>ij</sub> the dispatch
 * and r<sub>ij</sub> the arrival of transmission j of message i, infinite if it is lost,
 *
 * <pre>
 * ETT_i = min_j r_ij - s_i1
 * URC_i = n_i - |{j &lt; k* : r_ij infinite}| - 1,   k* = argmin_j r_ij
 * </pre>
 *
 * <p>ETT counts from the time at which the message was due, if that is recorded, so that a source which dispatches it late does
 * not look fast; otherwise from the earliest dispatch. A message that never arrived has no ETT and counts as lost; its URC is
 * 0, because each of its transmissions failed and so none was unnecessary (the formula has no k* for it).
 *
 * <p>Events may come in any order and from any thread; only their times count, which must be on one clock. {@link #summary()}
 * uses the events recorded before the call: a transmission that arrives later counts as lost in it.
 *
 * <p>Thread-safe.
 */
public final class TransmissionLedger {
    /** The greatest attempt number that can be recorded. */
    public static final int MOST_ATTEMPTS = 1_000_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Object lock = new Object();
    private final Map<Long, MessageTransmissions> messages = new HashMap<>();

    /** Creates a ledger without entries. */
    public TransmissionLedger() {}

    /**
     * Records when a message is due.
     *
     * @param message a number that no other message has
     * @param nanos the time at which its first transmission should be dispatched
     */
    public void due(long message, long nanos) {
        synchronized (lock) {
            of(message).due(nanos);
        }
    }

    /**
     * Records that a transmission is dispatched.
     *
     * @param message the message
     * @param attempt its transmission, from 1 to {@link #MOST_ATTEMPTS}
     * @param nanos the time
     * @throws IllegalArgumentException if {@code attempt} is out of range
     */
    public void dispatched(long message, int attempt, long nanos) {
        check(attempt);
        synchronized (lock) {
            of(message).dispatched(attempt, nanos);
        }
    }

    /**
     * Records that a transmission has arrived at the destination. If its dispatch is not recorded, it counts as dispatched.
     *
     * @param message the message
     * @param attempt its transmission, from 1 to {@link #MOST_ATTEMPTS}
     * @param nanos the time
     * @throws IllegalArgumentException if {@code attempt} is out of range
     */
    public void arrived(long message, int attempt, long nanos) {
        check(attempt);
        synchronized (lock) {
            of(message).arrived(attempt, nanos);
        }
    }

    /**
     * Returns the outcome of each message so far. A message of which only arrivals are recorded is left out until its due time
     * or a dispatch is recorded, because its start is not known.
     *
     * @return the messages in ascending order of their numbers
     */
    public List<MessageOutcome> outcomes() {
        List<MessageOutcome> outcomes = new ArrayList<>();
        synchronized (lock) {
            messages.forEach((message, transmissions) -> {
                if (transmissions.hasStart()) {
                    outcomes.add(transmissions.outcome(message));
                }
            });
        }
        outcomes.sort(Comparator.comparingLong(MessageOutcome::message));
        return outcomes;
    }

    /**
     * Counts the outcomes so far.
     *
     * @return a new recorder, which later events do not change
     */
    public TransmissionRecorder recorder() {
        TransmissionRecorder recorder = new TransmissionRecorder();
        for (MessageOutcome outcome : outcomes()) {
            if (outcome.lost()) {
                recorder.lost(outcome.attempts());
            } else {
                recorder.delivered(outcome.ettNanos(), outcome.attempts(), outcome.urc(), TransmissionRecorder.NO_TIME);
                recorder.duplicated(outcome.arrivals() - 1);
            }
        }
        return recorder;
    }

    /** {@return the result so far: timeliness and fairness of all messages recorded} */
    public TransmissionSummary summary() {
        return recorder().summary();
    }

    /**
     * Writes the distribution of ETT in the HdrHistogram log format ({@code .hlog}): one interval from 0 to the span of the
     * run, values in microseconds.
     *
     * @param out the stream to write to; it is not closed
     * @param tag names the distribution among others in the same log; no commas or blanks
     */
    public void writeHistogramLog(PrintStream out, String tag) {
        recorder().writeHistogramLog(out, tag, spanNanos(outcomes()) / NANOS_PER_MILLI);
    }

    private MessageTransmissions of(long message) {
        return messages.computeIfAbsent(message, absent -> new MessageTransmissions());
    }

    private static long spanNanos(List<MessageOutcome> outcomes) {
        long span = 0;
        for (MessageOutcome outcome : outcomes) {
            long end = outcome.lost() ? 0 : outcome.ettNanos();
            span = Math.max(span, outcome.startNanos() - outcomes.get(0).startNanos() + end);
        }
        return span;
    }

    private static void check(int attempt) {
        if (attempt < 1 || attempt > MOST_ATTEMPTS) {
            throw new IllegalArgumentException("attempt must be from 1 to " + MOST_ATTEMPTS + ", was " + attempt);
        }
    }
}
