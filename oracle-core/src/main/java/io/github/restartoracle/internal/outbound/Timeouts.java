package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.pending.Elapsed;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.Stage;
import java.util.List;

/**
 * The timeouts of the transmissions of a path. Restarts, races, replaces or gives up a message whose timeout has elapsed, as the
 * oracle decides.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class Timeouts<P> {
    private final PathSettings settings;
    private final PendingSet<Message<P>> pending;
    private final SendWindow<P> window;
    private final Outcomes<P> outcomes;
    private final Removal<P> removal;
    private final Transmissions<P> transmissions;

    Timeouts(
            PathSettings settings,
            PendingSet<Message<P>> pending,
            SendWindow<P> window,
            Outcomes<P> outcomes,
            Removal<P> removal,
            Transmissions<P> transmissions) {
        this.settings = settings;
        this.pending = pending;
        this.window = window;
        this.outcomes = outcomes;
        this.removal = removal;
        this.transmissions = transmissions;
    }

    /** Restarts or gives up messages whose timeout has elapsed; returns whether any was held for as long as it may be. */
    boolean expire(long nowNanos) {
        List<Elapsed<Message<P>>> elapsed = pending.expire(nowNanos, message -> isStalled(message, nowNanos));
        elapsed.forEach(this::elapsed);
        elapsed.forEach(timeout -> giveUpIfDue(timeout, nowNanos));
        elapsed.forEach(this::lapsed);
        boolean overdue = window.releaseOverdue(nowNanos);
        boolean down = window.gate().now(nowNanos).down();
        Message<P> asking = null;
        for (Elapsed<Message<P>> timeout : elapsed) {
            Message<P> message = timeout.message();
            if (message.state() == MessageState.GIVEN_UP) {
                continue;
            }
            if (timeout.restarts()) {
                outcomes.restarted();
                message.restartDue(timeout.dueNanos());
                restart(message, down, nowNanos);
            } else if (timeout.decision() == Decision.RACE) {
                race(message, nowNanos);
            } else if (timeout.decision() == Decision.ASK && message.isNumbered() && !message.isRequest()) {
                asking = message;
            }
        }
        if (asking != null) {
            transmissions.ask(asking, nowNanos);
        }
        return overdue;
    }

    /**
     * Returns whether no decision is due. The copies that the oracle allows are kept for messages that can use them; in order,
     * those behind one that is not acknowledged wait for it.
     */
    private boolean isStalled(Message<P> message, long nowNanos) {
        boolean answered = message.stage() == Stage.ANSWERED;
        Message<P> lowest = answered ? message.sequence().messages().lowest() : null;
        return (answered && isOverdue(message, nowNanos))
                || message.attempts().isStalled(nowNanos)
                || (lowest != null && lowest != message)
                || (pending.oracle().staged()
                        && message.stage() == Stage.UNOBSERVED
                        && message.attempts().mayStillLeave(nowNanos));
    }

    private void elapsed(Elapsed<Message<P>> timeout) {
        Message<P> message = timeout.message();
        if (timeout.restarts()) {
            // A connection without input since a transmission that was not answered in time may be dead.
            transmissions.distrustBefore(message.dispatchedBefore());
        }
        Attempt last = message.attempts().last();
        if (timeout.decision() == Decision.REPLACE && last != null && !message.callerWaits()) {
            last.abandonIfStoppable();
        }
    }

    /** Gives up a message that was transmitted often enough, or has waited for long enough. */
    private void giveUpIfDue(Elapsed<Message<P>> timeout, long nowNanos) {
        Message<P> message = timeout.message();
        Decision decision = timeout.decision();
        if (decision == Decision.GIVE_UP) {
            // The caller of a request waits for the answer to the attempts in flight.
            if (!message.isRequest() || message.attempts().isEmpty()) {
                removal.giveUp(
                        message, "no acknowledgement after " + message.attemptsMade() + " transmissions", nowNanos);
            }
        } else if (isOverdue(message, nowNanos) && timeout.restarts()) {
            transmissions.takeBack(message);
            giveUpOverdue(message, nowNanos);
        } else if (isOverdue(message, nowNanos)
                && (decision == Decision.RACE || (decision == null && message.stage() == Stage.ANSWERED))) {
            giveUpOverdue(message, nowNanos);
            message.attempts().abandonUnconnected();
        }
    }

    private boolean isOverdue(Message<P> message, long nowNanos) {
        long limitNanos = settings.giveUpAfter().toNanos();
        return limitNanos > 0 && nowNanos - message.sinceNanos() >= limitNanos;
    }

    private void giveUpOverdue(Message<P> message, long nowNanos) {
        removal.giveUp(
                message,
                "no acknowledgement within " + settings.giveUpAfter() + ", after " + message.attemptsMade()
                        + " transmissions",
                nowNanos);
    }

    /**
     * Lets the messages behind one that was not received or answered in time go on without it. A message that connects has no
     * byte in flight, and goes on trying. One that the next machine has received may only have to wait for a slow service.
     */
    private void lapsed(Elapsed<Message<P>> timeout) {
        Message<P> message = timeout.message();
        Stage stage = message.stage();
        if (timeout.decision() == null || stage == Stage.CONNECTING || stage == Stage.RECEIVED) {
            return;
        }
        window.lapsed(message);
    }

    private void restart(Message<P> message, boolean down, long nowNanos) {
        if (message.isRequest() && mayHaveArrived(message)) {
            return;
        }
        if (down && window.waiting() > 0 && message.state() == MessageState.IN_FLIGHT) {
            // The service may refuse this one message only, so the next probe is another one.
            transmissions.takeBack(message);
            message.become(MessageState.WAITING);
            window.flight().overdue(message);
            window.awaitBehind(message);
        } else {
            transmissions.transmit(message, transmissions.offer(message, nowNanos));
        }
    }

    /**
     * Returns whether a request may have arrived; closes its attempts that have not connected. No request is made twice: CXF's
     * destination refuses the second, whose offer is that of the first.
     */
    private static <P> boolean mayHaveArrived(Message<P> message) {
        message.attempts().abandonUnconnected();
        return !message.attempts().isEmpty();
    }

    /** Opens one more connection; if all have failed, under a new attempt of the same number. */
    private void race(Message<P> message, long nowNanos) {
        Attempt last = message.present();
        if (last != null && last.phase() == Phase.CONNECTING) {
            last.race(window.gate().now(nowNanos).connections());
        } else if (last == null && message.state() == MessageState.IN_FLIGHT) {
            transmissions.putBack(message);
            if (window.admits(message, nowNanos)) {
                window.forget(message);
                transmissions.transmit(message, transmissions.dispatch(message, nowNanos));
            }
        }
    }
}
