package io.github.restartoracle.pending;

/**
 * Told which messages have waited for their timeout. Called in the thread and under the lock of whoever calls {@link
 * PendingSet#expire}, after the pending set is up to date, so that it may be used from here.
 *
 * @param <M> the caller's messages
 */
public interface Due<M> {
    /**
     * Tells if a message waits for something other than its destination, such as for a thread that prepares its transmission
     * or reads the answer. Its timeout does not count then: the oracle is not told, and the message waits for it once more.
     *
     * @param pending a message whose timeout has elapsed
     * @return false by default
     */
    default boolean isStalled(Pending<M> pending) {
        return false;
    }

    /**
     * The timeout of a message has elapsed, and the oracle has decided; what it decided is told next, unless the message is to
     * wait. Does nothing by default.
     *
     * @param pending the message
     */
    default void elapsed(Pending<M> pending) {}

    /**
     * A message is to be transmitted again.
     *
     * @param pending the message; {@link Pending#attempts()} is the number of the transmission to make now
     */
    void restart(Pending<M> pending);

    /**
     * As {@link #restart(Pending)}, with the time at which the timeout elapsed. It does nothing else by default.
     *
     * @param pending the message; {@link Pending#attempts()} is the number of the transmission to make now
     * @param dueNanos when the restart was due: the timeout after the last transmission, or, if the timeout has dropped
     *     since, the time of the acknowledgement that made it drop
     */
    default void restart(Pending<M> pending, long dueNanos) {
        restart(pending);
    }

    /**
     * As {@link #restart(Pending, long)}, and the transmission before is to be closed first, so that nothing more of it is
     * sent. Treated as a restart by default.
     *
     * @param pending the message; {@link Pending#attempts()} is the number of the transmission to make now
     * @param dueNanos when the restart was due
     */
    default void replace(Pending<M> pending, long dueNanos) {
        restart(pending, dueNanos);
    }

    /**
     * One more connection is to be opened for the last transmission, of which nothing was written. Does nothing by default.
     *
     * @param pending the message; {@link Pending#attempts()} is the number of its last transmission
     */
    default void race(Pending<M> pending) {}

    /**
     * The destination is to be asked for an acknowledgement, over a connection of its own. Does nothing by default.
     *
     * @param pending a message for whose sake it is asked
     */
    default void ask(Pending<M> pending) {}

    /**
     * A message has used up its attempts. It is no longer pending.
     *
     * @param pending the message; {@link Pending#attempts()} transmissions have been made
     */
    void giveUp(Pending<M> pending);
}
