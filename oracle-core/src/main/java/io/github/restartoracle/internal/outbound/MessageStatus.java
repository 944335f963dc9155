package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.oracle.RetransmissionOracle;

/**
 * The state of a message at one moment.
 *
 * @param attempts the number of transmissions that were dispatched
 * @param lastDispatchedNanos the time when the last one was dispatched, on the clock of the path; 0 if there was none
 * @param timeoutNanos the timeout after it, {@link Long#MAX_VALUE} for never
 * @param inFlight attempts that have not ended
 */
public record MessageStatus(
        MessageState state, int attempts, long lastDispatchedNanos, long timeoutNanos, int inFlight) {

    /** Returns the status of a message; to be called under the lock of the path. */
    static <P> MessageStatus of(Message<P> message, long timeoutNanos) {
        return new MessageStatus(
                message.state(),
                message.attemptsMade(),
                message.transmissions() == 0 ? 0 : message.lastDispatchedNanos(),
                timeoutNanos,
                message.attempts().size());
    }

    /** {@return whether a restart is planned; true if the message will be restarted when its timeout has elapsed} */
    public boolean isPlanned() {
        return state == MessageState.IN_FLIGHT && timeoutNanos != RetransmissionOracle.NEVER;
    }
}
