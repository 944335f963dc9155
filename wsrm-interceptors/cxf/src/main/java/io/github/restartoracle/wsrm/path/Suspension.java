package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.pending.Pending;
import io.github.restartoracle.pending.PendingSet;

/**
 * Holds the restarts of a sequence back while an operator has suspended it.
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

    /** Suspends the restarts of the sequence; first transmissions are made all the same. */
    void suspend(Unacknowledged<Message<P>> sequence) {
        sequence.suspend();
        for (Message<P> message : sequence.ascending()) {
            Pending<Message<P>> entry = message.pending();
            boolean restartable = message.state() == MessageState.IN_FLIGHT || message.state() == MessageState.WAITING;
            if (entry != null && restartable) {
                pending.suspend(entry);
                window.forget(message);
                message.hold();
            }
        }
    }

    /** Resumes the restarts; the timeouts start again. */
    void resume(Unacknowledged<Message<P>> sequence, long nowNanos) {
        sequence.resume();
        for (Message<P> message : sequence.ascending()) {
            Pending<Message<P>> entry = message.pending();
            if (entry != null && message.state() == MessageState.HELD) {
                message.release();
                pending.resume(entry, nowNanos);
            }
        }
    }
}
