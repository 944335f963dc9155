package io.github.restartoracle.pending;

/**
 * Receives the messages whose timeout has elapsed. Called in the thread and under the lock of the caller of
 * {@link PendingSet#expire}, after the pending set is up to date, so that it may be used from here.
 *
 * @param <M> the caller's messages
 */
public interface Due<M> {
    /**
     * Returns whether a message does not wait for its destination, but for example for a thread that prepares its transmission
     * or reads the answer. Its timeout does not count then: the oracle is not told, and the message waits for it once more.
     *
     * @param pending a message whose timeout has elapsed
     * @return false by default
     */
    default boolean isStalled(Pending<M> pending) {
        return false;
    }

    /**
     * Notes that the timeout of a message has elapsed, and the oracle has decided. The method for its decision is called next,
     * unless the message is to wait. Has no effect by default.
     *
     * @param pending the message
     */
    default void elapsed(Pending<M> pending) {}

    /**
     * Transmits a message again.
     *
     * @param pending the message; {@link Pending#attempts()} is the number of the transmission to make now
     */
    void restart(Pending<M> pending);

    /**
     * Transmits a message again, with the time at which the timeout elapsed. Calls {@link #restart(Pending)} by default.
     *
     * @param pending the message; {@link Pending#attempts()} is the number of the transmission to make now
     * @param dueNanos the time at which the restart was due: the timeout after the last transmission, or, if the timeout has
     *     dropped since, the time of the acknowledgement that made it drop
     */
    default void restart(Pending<M> pending, long dueNanos) {
        restart(pending);
    }

    /**
     * Closes the transmission before, so that the rest of it is not sent, then transmits the message again. Calls
     * {@link #restart(Pending, long)} by default.
     *
     * @param pending the message; {@link Pending#attempts()} is the number of the transmission to make now
     * @param dueNanos the time at which the restart was due
     */
    default void replace(Pending<M> pending, long dueNanos) {
        restart(pending, dueNanos);
    }

    /**
     * Opens one more connection for the last transmission, of which no byte was written. Has no effect by default.
     *
     * @param pending the message; {@link Pending#attempts()} is the number of its last transmission
     */
    default void race(Pending<M> pending) {}

    /**
     * Asks the destination for an acknowledgement, over a connection of its own. Has no effect by default.
     *
     * @param pending a message that waits for its acknowledgement
     */
    default void ask(Pending<M> pending) {}

    /**
     * Gives up a message that has used up its attempts. It is no longer pending.
     *
     * @param pending the message; {@link Pending#attempts()} transmissions have been made
     */
    void giveUp(Pending<M> pending);
}
