package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.internal.sequence.SequenceState;

/**
 * Holds back the messages that a sequence has when an operator suspends it. Calls that are made meanwhile are transmitted
 * once, as CXF's queue does.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class Suspension<P> {
    private final PendingSet<Message<P>> pending;
    private final SendWindow<P> window;

    Suspension(PendingSet<Message<P>> pending, SendWindow<P> window) {
        this.pending = pending;
        this.window = window;
    }

    /** Suspends the messages of the sequence; attempts that have connected go on. */
    void suspend(SequenceState<Message<P>> sequence) {
        sequence.suspend();
        for (Message<P> message : sequence.messages().ascending()) {
            boolean waited = window.withhold(message);
            boolean transmitted = message.state() == MessageState.IN_FLIGHT || message.state() == MessageState.WAITING;
            if (message.transmissions() > 0 && transmitted) {
                pending.suspend(message);
                message.become(MessageState.SUSPENDED);
                message.attempts().abandonUnconnected();
            } else if (waited) {
                message.become(MessageState.SUSPENDED);
            }
        }
    }

    /** Resumes the messages; the timeouts start again. */
    void resume(SequenceState<Message<P>> sequence, long nowNanos) {
        sequence.resume();
        for (Message<P> message : sequence.messages().ascending()) {
            if (message.state() != MessageState.SUSPENDED) {
                continue;
            }
            if (message.transmissions() == 0) {
                message.become(MessageState.WAITING);
                window.await(message);
            } else {
                message.become(MessageState.IN_FLIGHT);
                pending.resume(message, nowNanos);
            }
        }
    }
}
