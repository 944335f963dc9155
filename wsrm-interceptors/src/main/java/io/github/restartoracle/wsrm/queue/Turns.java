package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says when an attempt may leave. Three rules: of a path only so many attempts are under way at once; of an in-order
 * sequence only one, the lowest number first, because an early arrival would wait at the destination; of a message whose
 * caller waits for the answer only one.
 *
 * <p>Abandons attempts that cannot have arrived where that makes room, which ends them at once: whoever uses this must
 * expect {@link #ended} in the course of {@link #mayLeave}. Not thread-safe; confined to its path's lock.
 */
final class Turns {
    private final InFlight inFlight;

    /** Messages of which an attempt has ended, so that one that waited for it may go. */
    private final ArrayDeque<Outgoing> freed = new ArrayDeque<>();

    Turns(int maxInFlight) {
        this.inFlight = new InFlight(maxInFlight);
    }

    int inFlight() {
        return inFlight.size();
    }

    /**
     * Whether an attempt of the message may leave now. If not, the message waits and is {@linkplain #next() named} when
     * it is its turn.
     */
    boolean mayLeave(Outgoing message) {
        OutboundSequence sequence = message.sequence;
        boolean overlaps = (message.inPlace || sequence.inOrder) && !closeUnconnected(message);
        if (overlaps || sequence.departing != null) {
            wait(message);
            return false;
        }
        if (!inFlight.makeRoom()) {
            wait(message);
            inFlight.await(message);
            return false;
        }
        return true;
    }

    private static void wait(Outgoing message) {
        if (message.sequence.inOrder) {
            message.sequence.waiting.add(message);
        }
    }

    /**
     * A restart takes the place of attempts of the same message that have not connected.
     *
     * @return whether no attempt of the message is under way any more
     */
    private static boolean closeUnconnected(Outgoing message) {
        for (Attempt attempt : List.copyOf(message.attempts)) {
            if (!attempt.abandonUnlessConnected() && !attempt.phase().ended()) {
                return false;
            }
        }
        return true;
    }

    /** An attempt leaves. */
    void left(Outgoing message, Attempt attempt) {
        forget(message);
        inFlight.add(attempt);
        if (message.sequence.inOrder) {
            message.sequence.departing = attempt;
        }
    }

    /** The attempt that a chain makes itself leaves: nobody is asked. */
    void leftInPlace(Attempt attempt) {
        inFlight.add(attempt);
    }

    /** An attempt has ended; ask for the {@link #next} message. */
    void ended(Outgoing message, Attempt attempt) {
        inFlight.remove(attempt);
        if (message.sequence.departing == attempt) {
            message.sequence.departing = null;
        }
        if (message.sequence.inOrder || message.inPlace) {
            freed.add(message);
        }
    }

    /** The message waits no longer. */
    void forget(Outgoing message) {
        inFlight.forget(message);
        message.sequence.waiting.remove(message);
    }

    /** A message that waited and may try again, null if there is none. It waits again if it still may not leave. */
    @Nullable
    Outgoing next() {
        for (Outgoing former = freed.poll(); former != null; former = freed.poll()) {
            Outgoing next = waitingFor(former);
            if (next != null) {
                return next;
            }
        }
        for (Outgoing first = inFlight.next(); first != null; first = inFlight.next()) {
            Outgoing next = first.sequence.inOrder ? waitingFor(first) : first;
            if (next != null) {
                return next;
            }
        }
        return null;
    }

    private static @Nullable Outgoing waitingFor(Outgoing former) {
        OutboundSequence sequence = former.sequence;
        if (sequence.inOrder) {
            return sequence.departing == null ? sequence.waiting.pollFirst() : null;
        }
        return former.waiting && former.attempts.isEmpty() ? former : null;
    }
}
