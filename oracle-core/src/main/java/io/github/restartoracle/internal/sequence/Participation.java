package io.github.restartoracle.internal.sequence;

import io.github.restartoracle.internal.attempt.Attempt;
import java.util.concurrent.TimeUnit;

/**
 * The evidence that a destination takes part in a sequence. A destination that has lost its sequences in a restart, or has
 * ended one that was idle, may answer with a fault, or for ever without an acknowledgement: CXF does the latter. A destination
 * that knows the sequence acknowledges copies of the messages that it has, and answers the request for an acknowledgement that
 * goes with each restart.
 *
 * <ul>
 *   <li>The fault UnknownSequence is a report.
 *   <li>So is an answer without an acknowledgement from a destination that otherwise acknowledges each message in the answer to
 *       it. Answers to several messages at once may leave the acknowledgement to one of them.
 *   <li>So are {@value #ANSWERS} answers without acknowledgements, spread over {@value #SECONDS} s without an acknowledgement in
 *       between. If the last of them answers a restart, it confirms the others.
 * </ul>
 *
 * A report is to be confirmed by a restart after {@value #CONFIRM_MILLIS} ms, since a destination may report a sequence as
 * unknown while it is starting.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class Participation {
    private static final int ANSWERS = 3;
    private static final int SECONDS = 30;
    private static final int CONFIRM_MILLIS = 500;
    private static final long SPREAD_NANOS = TimeUnit.SECONDS.toNanos(SECONDS);

    /** The time between a report and the restart that confirms it. */
    public static final long CONFIRM_NANOS = TimeUnit.MILLISECONDS.toNanos(CONFIRM_MILLIS);

    /** The time for which other messages of the sequence wait for the confirmation. */
    static final long DOUBT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The conclusion from a report. */
    public enum Verdict {
        /** No conclusion yet. */
        NONE,
        /** The message is to be restarted to confirm the report. */
        CONFIRM,
        /** The destination takes no part in the sequence any more. */
        GONE
    }

    private final AnswerHabit habit;
    private boolean expectsAcknowledgements;
    private boolean doubtful;
    private long doubtfulSinceNanos;
    private int answers;
    private long firstNanos;

    Participation(AnswerHabit habit) {
        this.habit = habit;
    }

    /** Records that the sequence is acknowledged in the answers to its transmissions. */
    public void expectAcknowledgements() {
        expectsAcknowledgements = true;
    }

    /** Returns whether the sequence is acknowledged in the answers to its transmissions. */
    public boolean expectsAcknowledgements() {
        return expectsAcknowledgements;
    }

    /** Records that an acknowledgement of the sequence came. */
    public void acknowledged(long nowNanos) {
        answers = 0;
        if (doubtful && isConfirming(nowNanos)) {
            // The restart was acknowledged, so that the answer before it had none for another reason.
            habit.omitted();
        }
        doubtful = false;
    }

    /** Records that a transmission was answered with its acknowledgement. */
    public void answeredWithAcknowledgement() {
        habit.acknowledged();
    }

    /**
     * Records an answer without an acknowledgement.
     *
     * @param attempt the transmission that it answers
     * @param last true if no other transmission of the sequence is to be answered
     */
    public Verdict answeredWithout(Attempt attempt, boolean last, long nowNanos) {
        if (!expectsAcknowledgements) {
            return Verdict.NONE;
        }
        if (answers++ == 0) {
            firstNanos = nowNanos;
        }
        boolean often = answers >= ANSWERS && nowNanos - firstNanos >= SPREAD_NANOS;
        if (attempt.number() > 1 && (often || (doubtful && isConfirming(attempt.dispatchedNanos())))) {
            return Verdict.GONE;
        }
        boolean reported = often || (last && habit.isSteady());
        // The message that was to confirm the former report may have been given up.
        return reported && doubtNanos(nowNanos) == 0 ? doubt(nowNanos) : Verdict.NONE;
    }

    /**
     * Records that the destination reported the sequence as unknown.
     *
     * @param sentNanos when the transmission was dispatched that it answers; one from before the last report confirms nothing
     */
    public Verdict unknown(long sentNanos, long nowNanos) {
        if (doubtful) {
            return isConfirming(sentNanos) ? Verdict.GONE : Verdict.NONE;
        }
        return doubt(nowNanos);
    }

    private Verdict doubt(long nowNanos) {
        doubtful = true;
        doubtfulSinceNanos = nowNanos;
        return Verdict.CONFIRM;
    }

    /** Returns whether a transmission dispatched, or an acknowledgement received, at a time counts as a confirmation. */
    private boolean isConfirming(long nanos) {
        return nanos - doubtfulSinceNanos >= CONFIRM_NANOS;
    }

    /** Returns the time for which the other messages of the sequence still wait for the confirmation; 0 if they need not. */
    public long doubtNanos(long nowNanos) {
        return doubtful ? Math.max(0, doubtfulSinceNanos + DOUBT_NANOS - nowNanos) : 0;
    }
}
