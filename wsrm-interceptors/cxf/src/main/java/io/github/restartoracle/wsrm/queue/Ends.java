package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.PendingSet;
import io.github.restartoracle.wsrm.attempt.Attempt;
import java.util.List;

/**
 * How the messages of a path end: settled, after which they are forgotten, or given up, after which they stay, may still be
 * acknowledged, and can be tried again.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class Ends {
    private final PendingSet<Outgoing> pending;
    private final Turns turns;
    private final Silence silence;
    private final Dispatch dispatch;
    private final boolean abandonAcknowledged;
    private int open;
    private long giveUps;

    Ends(PendingSet<Outgoing> pending, Turns turns, Silence silence, Dispatch dispatch, boolean abandonAcknowledged) {
        this.pending = pending;
        this.turns = turns;
        this.silence = silence;
        this.dispatch = dispatch;
        this.abandonAcknowledged = abandonAcknowledged;
    }

    /** A message has come. */
    void begin() {
        open++;
    }

    /** Messages that came and are not settled. */
    int open() {
        return open;
    }

    long giveUps() {
        return giveUps;
    }

    /** Whether the message has not ended in one way or the other, and may. */
    boolean areOpenFor(Outgoing message) {
        return !message.settled && message.isUnresolved();
    }

    /** What has not connected yet would arrive in vain, or never. */
    void giveUpForGood(Outgoing message, String reason) {
        giveUp(message, reason);
        abandonUnconnected(message);
    }

    /** Nothing more leaves of the message, neither a restart nor what waits for its turn; what is under way goes on. */
    void giveUp(Outgoing message, String reason) {
        message.givenUp = reason;
        giveUps++;
        silence.end();
        if (message.pending != null) {
            pending.remove(message.pending);
        }
        if (message.waiting) {
            message.waiting = false;
            turns.hold(message);
        }
        dispatch.gaveUp(message);
    }

    /** The message was acknowledged, or is taken out. */
    void settle(Outgoing message) {
        message.settled = true;
        open--;
        if (message.isUnresolved()) {
            silence.end();
        }
        if (message.pending != null) {
            pending.remove(message.pending);
        }
        turns.forget(message);
        if (abandonAcknowledged) {
            // An attempt that has not connected cannot have brought the acknowledgement and would only arrive in vain.
            abandonUnconnected(message);
        }
    }

    private static void abandonUnconnected(Outgoing message) {
        for (Attempt attempt : List.copyOf(message.attempts)) {
            attempt.abandonUnlessConnected();
        }
    }
}
