package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says when an attempt may leave. Of a path only so many attempts are under way at once; of a message whose caller waits
 * for the answer only one; and the messages of an in-order sequence leave one after the other.
 *
 * <p>Abandons attempts that cannot have arrived where that makes room, which ends them at once: whoever uses this must
 * expect {@link #ended} in the course of {@link #mayLeave}. Not thread-safe; confined to its path's lock.
 */
final class Turns {
    /*
     * An in-order destination parks a message that arrives behind a gap, and its connection with it, until the gap is
     * closed; a second copy of a parked message may leave the first connection without an answer for ever. So a message
     * waits while a lower number is under way, and while it may be parked itself. It must not wait for a higher number:
     * that one may be parked because of it. The lowest unacknowledged number is never parked, so nothing holds its
     * restarts back.
     */

    private final InFlight inFlight;

    /** Messages that have left the way of others. */
    private final ArrayDeque<Outgoing> freed = new ArrayDeque<>();

    Turns(int maxInFlight, Places places) {
        this.inFlight = new InFlight(maxInFlight, places);
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
        boolean mayOverlap = !message.inPlace && (!sequence.inOrder || sequence.isLowest(message));
        boolean free = !(message.inPlace || sequence.inOrder) || closeUnconnected(message) || mayOverlap;
        if (!free || sequence.isBehind(message)) {
            sequence.await(message);
            return false;
        }
        if (!inFlight.makeRoom(message)) {
            sequence.await(message);
            inFlight.await(message);
            return false;
        }
        return true;
    }

    /**
     * A restart takes the place of attempts of the same message that have not connected.
     *
     * @return whether no attempt of the message is under way any more
     */
    private static boolean closeUnconnected(Outgoing message) {
        boolean closed = true;
        for (Attempt attempt : List.copyOf(message.attempts)) {
            closed &= attempt.abandonUnlessConnected() || attempt.phase().ended();
        }
        return closed;
    }

    /** An attempt leaves. */
    void left(Outgoing message, Attempt attempt) {
        inFlight.forget(message);
        inFlight.add(message, attempt);
        message.sequence.left(message);
    }

    /** An attempt has ended; ask for the {@link #next} message. */
    void ended(Outgoing message, Attempt attempt) {
        inFlight.remove(attempt);
        if (message.attempts.isEmpty()) {
            message.sequence.arrived(message);
        }
        freed.add(message);
    }

    /** Nothing more is to leave of the message; ask for the {@link #next} one. */
    void forget(Outgoing message) {
        message.sequence.arrived(message);
        hold(message);
    }

    /** The message does not wait for its turn any more, until it asks for it again; ask for the {@link #next} one. */
    void hold(Outgoing message) {
        inFlight.forget(message);
        message.sequence.forget(message);
        freed.add(message);
    }

    /** A message that waited and may try again, null if there is none. It waits again if it still may not leave. */
    @Nullable
    Outgoing next() {
        // Those who wait for a place come first, or a long sequence would keep its place for ever.
        for (Outgoing first = inFlight.next(); first != null; first = inFlight.next()) {
            Outgoing next = first.sequence.inOrder ? first.sequence.next() : first;
            if (next != null) {
                return next;
            }
        }
        for (Outgoing former = freed.poll(); former != null; former = freed.poll()) {
            Outgoing next = waitingFor(former);
            if (next != null) {
                return next;
            }
        }
        return null;
    }

    private static @Nullable Outgoing waitingFor(Outgoing former) {
        if (former.sequence.inOrder) {
            return former.sequence.next();
        }
        return former.inPlace && former.waiting && former.attempts.isEmpty() && !former.settled ? former : null;
    }
}
