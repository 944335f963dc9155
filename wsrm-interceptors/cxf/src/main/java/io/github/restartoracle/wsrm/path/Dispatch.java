package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.wsrm.attempt.Attempt;
import java.util.List;

/**
 * Carries out the decisions of a path: in their order, one at a time, and after the lock was released under which they were
 * made. Each method must return at once.
 *
 * @param <P> the content of a message
 */
public interface Dispatch<P> {
    /**
     * Sends a dispatched attempt from another thread, and reports its progress through the attempt.
     *
     * @param message the message
     * @param attempt its attempt, on which no work was done yet
     * @param dueNanos when the transmission was due
     */
    void transmit(Message<P> message, Attempt attempt, long dueNanos);

    /**
     * Asks the destination, from another thread, for an acknowledgement of the sequence of a message. If that is not
     * possible, as by default, abandons the attempt.
     *
     * @param message the message, of which no byte is transmitted
     * @param attempt the attempt of the request
     */
    default void ask(Message<P> message, Attempt attempt) {
        attempt.abandon();
    }

    /**
     * Has the path asked for the work that is due, after a delay.
     *
     * @param delayNanos nanoseconds from now
     */
    void dueIn(long delayNanos);

    /**
     * Tells that other paths have made room for this one, which waits for it. Called with locks held, so it must return at
     * once.
     *
     * @param proceed to be run from another thread
     */
    void roomFor(Runnable proceed);

    /**
     * Tells that a message was given up.
     *
     * @param message the message
     * @param attempts the number of transmissions that were dispatched
     * @param reason the reason, for a person to read
     */
    void gaveUp(Message<P> message, int attempts, String reason);

    /**
     * Returns the content of a message that is to get another number, in another sequence; by default, the same.
     *
     * @param content the content, which is not used any more
     * @return the same content without a number
     */
    default P unnumbered(P content) {
        return content;
    }

    /**
     * Tells that a sequence is to be closed because a message of it was given up, for which the destination would wait. The other
     * messages wait until it is {@linkplain Sequence#closed closed}; further messages go into a new one, behind them. Has no
     * effect by default.
     *
     * @param gap the message that was given up
     */
    default void ends(Message<P> gap) {}

    /**
     * Tells that the destination takes no part in a sequence any more: further messages go into a new one, behind those that
     * move. Comes before {@link #gaveUp}, so that a listener that calls again does so in a new sequence. Has no effect by
     * default, for paths whose messages never move.
     *
     * @param any a message of the sequence
     * @param reason the reason, for a person to read
     * @param moved the messages that wait for another sequence, in the order of their numbers
     * @param lost the messages that are given up
     */
    default void left(Message<P> any, String reason, List<Message<P>> moved, List<Message<P>> lost) {}

    /**
     * Has messages without a number wait for a sequence. Has no effect by default.
     *
     * @param messages in the order in which they get their numbers
     */
    default void park(List<Message<P>> messages) {}
}
