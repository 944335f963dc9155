package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.Pending;
import io.github.restartoracle.pending.PendingSet;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.util.function.Consumer;

/**
 * Makes the attempts of a path leave, or wait: for {@linkplain Turns their turn}, and restarts also for the end of a
 * suspension.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class Launches {
    private final PendingSet<Outgoing> pending;
    private final Turns turns;
    private final Dispatch dispatch;
    private final NanoClock clock;

    Launches(PendingSet<Outgoing> pending, Turns turns, Dispatch dispatch, NanoClock clock) {
        this.pending = pending;
        this.turns = turns;
        this.dispatch = dispatch;
        this.clock = clock;
    }

    /** An attempt of the message is due: it leaves if it may, and waits otherwise. */
    void launchOrWait(Outgoing message, long nowNanos) {
        if (message.settled || message.givenUp != null) {
            return;
        }
        Pending<Outgoing> entry = message.pending;
        boolean held = entry != null && message.sequence.suspended;
        if (!held && turns.mayLeave(message)) {
            launch(message, nowNanos);
            return;
        }
        if (!message.waiting) {
            takeBack(message);
        }
        message.waiting = true;
    }

    /** The restart that is due is not made now, so it does not count and its timeout must not run. */
    void takeBack(Outgoing message) {
        if (message.pending != null) {
            pending.postpone(message.pending);
        }
    }

    private void launch(Outgoing message, long nowNanos) {
        Pending<Outgoing> entry = message.pending;
        if (entry == null) {
            // After a retry, a transmission from before may still be acknowledged: no sample unless it is echoed.
            message.pending = message.earlierAttempts == 0
                    ? pending.add(message, nowNanos)
                    : pending.recover(message, 1, nowNanos);
        } else if (message.waiting) {
            pending.restart(entry, nowNanos);
        }
        message.waiting = false;
        dispatch.launch(message, started(message), message.dueNanos);
    }

    /** The first attempt of the message is made by the chain that captured it, for which this returns the attempt. */
    Attempt launchInPlace(Outgoing message, long nowNanos) {
        message.pending = pending.add(message, nowNanos);
        Attempt attempt = started(message);
        // Nobody knows how far it is, and nobody can stop it.
        attempt.advance(Phase.CONNECTED);
        return attempt;
    }

    private Attempt started(Outgoing message) {
        Attempt attempt = new Attempt(
                message.attemptsMade(), ended -> message.sequence.path.ended(message, ended, clock.nanoTime()));
        attempt.onUndeliverable(undeliverable(message.sequence, message.number, message.order));
        message.attempts.add(attempt);
        turns.left(message, attempt);
        suspendIfSequenceIs(message);
        return attempt;
    }

    /** Named, not held: transports keep this for long after the message has gone. */
    private Consumer<String> undeliverable(OutboundSequence sequence, long number, long order) {
        return reason -> sequence.path.undeliverable(sequence, number, order, reason, clock.nanoTime());
    }

    /** Nothing of the sequence is restarted from here on; first transmissions leave all the same. */
    void suspend(OutboundSequence sequence) {
        sequence.suspended = true;
        for (Outgoing message : sequence.ascending()) {
            suspendIfSequenceIs(message);
            if (message.pending != null && message.waiting) {
                turns.hold(message);
            }
        }
    }

    void suspendIfSequenceIs(Outgoing message) {
        if (message.sequence.suspended && message.pending != null) {
            pending.suspend(message.pending);
        }
    }

    /** Timeouts run again, from the beginning; restarts that waited already are due. */
    void resume(OutboundSequence sequence, long nowNanos) {
        sequence.suspended = false;
        for (Outgoing message : sequence.ascending()) {
            if (message.pending == null) {
                // It has not left yet, so it was not held back either.
                continue;
            }
            if (message.waiting) {
                message.dueNanos = nowNanos;
                launchOrWait(message, nowNanos);
            } else {
                pending.resume(message.pending, nowNanos);
            }
        }
    }
}
