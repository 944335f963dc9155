package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.pending.PendingSet;
import java.util.List;

/**
 * Takes messages out of the work of a path: those that are acknowledged, given up, withdrawn, or moved to another sequence.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class Removal<P> {
    private final PathSettings settings;
    private final PendingSet<Message<P>> pending;
    private final SendWindow<P> window;
    private final Outcomes<P> outcomes;
    private final SequenceEnds<P> ends;

    Removal(
            PathSettings settings,
            PendingSet<Message<P>> pending,
            SendWindow<P> window,
            Outcomes<P> outcomes,
            SequenceEnds<P> ends) {
        this.settings = settings;
        this.pending = pending;
        this.window = window;
        this.outcomes = outcomes;
        this.ends = ends;
    }

    /** Gives up a message for good: no attempt of it is dispatched any more, and those that have not connected are abandoned. */
    void giveUpForGood(Message<P> message, String reason, long nowNanos) {
        giveUp(message, reason, nowNanos);
        message.attempts().abandonUnconnected();
    }

    /** Gives up a message: no attempt of it is dispatched any more, not even one that waits; attempts in flight go on. */
    void giveUp(Message<P> message, String reason, long nowNanos) {
        remove(message);
        window.flight().overdue(message);
        outcomes.giveUp(message, reason);
        ends.without(message);
    }

    /** Settles a message that was acknowledged. */
    void acknowledged(Message<P> message, long nowNanos) {
        window.gate().answered(message, nowNanos);
        settle(message, nowNanos);
    }

    /** Takes a message out; returns false if it is out already. */
    boolean withdraw(Message<P> message, long nowNanos) {
        if (message.state() == MessageState.SETTLED) {
            return false;
        }
        if (message.isNumbered()) {
            message.sequence().withdraw(message);
        }
        settle(message, nowNanos);
        return true;
    }

    /** Settles a message that was acknowledged or is taken out. */
    void settle(Message<P> message, long nowNanos) {
        remove(message);
        outcomes.settle(message);
        if (!message.isNumbered()) {
            return;
        }
        message.sequence().leftFlight(message);
        window.flight().settled(message, nowNanos);
        if (message.isRequest()) {
            // Another answer would be of no use.
            List.copyOf(message.attempts()).forEach(Attempt::abandon);
        } else if (settings.abandonAcknowledged() && !message.callerWaits()) {
            // An attempt that has not connected cannot have brought the acknowledgement and would only arrive as a
            // duplicate.
            message.attempts().abandonUnconnected();
        }
    }

    private void remove(Message<P> message) {
        pending.remove(message);
        window.remove(message);
    }
}
