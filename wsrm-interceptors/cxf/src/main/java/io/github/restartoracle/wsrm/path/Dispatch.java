package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.wsrm.attempt.Attempt;

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
     * Tells that a message was given up. {@link #forgotten} comes first if the destination has forgotten the sequence, so
     * that a listener that calls again does so in a new sequence.
     *
     * @param message the message
     * @param attempts the number of transmissions that were dispatched
     * @param reason the reason, for a person to read
     */
    void gaveUp(Message<P> message, int attempts, String reason);

    /**
     * Tells that the destination has forgotten the sequence of a message, as its answers show: further messages go into a
     * new sequence. Has no effect by default.
     *
     * @param message a message of the sequence
     */
    default void forgotten(Message<P> message) {}
}
