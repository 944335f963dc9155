package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.wsrm.attempt.Attempt;

/**
 * Carries out the decisions of a path, in their order, one at a time, and after the lock was left under which they were made. Each
 * method must return at once.
 *
 * @param <P> the content of a message
 */
public interface Dispatch<P> {
    /**
     * An attempt is dispatched: sends it from another thread, and reports its progress through the attempt.
     *
     * @param message the message
     * @param attempt its attempt, in which nothing has happened yet
     * @param dueNanos when the transmission was due
     */
    void transmit(Message<P> message, Attempt attempt, long dueNanos);

    /**
     * The destination is to be asked for an acknowledgement of the sequence of a message, from another thread. Where that cannot
     * be done, as by default, the attempt is to be abandoned.
     *
     * @param message the message, of which nothing is transmitted
     * @param attempt the attempt of the request
     */
    default void ask(Message<P> message, Attempt attempt) {
        attempt.abandon();
    }

    /**
     * Something will be due: the path is to be asked for it then.
     *
     * @param delayNanos nanoseconds from now
     */
    void dueIn(long delayNanos);

    /**
     * Other paths have made room for one that waits. Called with locks held, so it must return at once.
     *
     * @param proceed to be run from another thread
     */
    void roomFor(Runnable proceed);

    /**
     * A message was given up. {@link #forgotten} comes first if the destination has forgotten the sequence, so that a listener
     * that calls again does so in a new one.
     *
     * @param message the message
     * @param attempts how many transmissions were dispatched
     * @param reason why, for a person to read
     */
    void gaveUp(Message<P> message, int attempts, String reason);

    /**
     * The destination has forgotten the sequence of a message, as its answers show: further messages go into a new one. Does
     * nothing by default.
     *
     * @param message a message of the sequence
     */
    default void forgotten(Message<P> message) {}
}
