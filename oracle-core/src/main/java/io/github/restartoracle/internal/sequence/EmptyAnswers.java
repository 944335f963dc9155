package io.github.restartoracle.internal.sequence;

import io.github.restartoracle.internal.attempt.Attempt;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides which answers without content are the destination's, where it acknowledges in its answers. A machine in between may
 * answer with any status of success. The destination answers without content
 *
 * <ul>
 *   <li>with a status with which it also acknowledges, or
 *   <li>if the answer to another message, at the same time, has brought the acknowledgement. While such an answer may still
 *       come, the answer without content is unclear: it tells nothing, and without an acknowledgement the message is
 *       transmitted again soon.
 * </ul>
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class EmptyAnswers {
    private final Set<Integer> statuses = new HashSet<>(2);
    private final Set<Attempt> unclear = new HashSet<>(0);
    private long acknowledgedNanos;
    private int inFlight;

    /** Creates the knowledge of a path that has received no answer. */
    public EmptyAnswers() {}

    /** Records that an attempt is dispatched, and will end. */
    public void dispatched() {
        inFlight++;
    }

    /** Records that an attempt has ended; returns true if its answer is unclear. */
    public boolean ended(Attempt attempt) {
        inFlight--;
        return unclear.remove(attempt);
    }

    /** Records that an answer with a status has brought an acknowledgement. */
    public void acknowledged(int status, long nowNanos) {
        statuses.add(status);
        acknowledgedNanos = nowNanos;
    }

    /** Returns whether an answer without content to an attempt in a sequence may be the destination's. */
    public boolean mayBeTheDestinations(Participation participation, Attempt attempt, int status) {
        if (!participation.expectsAcknowledgements()
                || statuses.isEmpty()
                || statuses.contains(status)
                || acknowledgedNanos - attempt.dispatchedNanos() >= 0) {
            return true;
        }
        return inFlight > 1 && unclear.add(attempt);
    }
}
