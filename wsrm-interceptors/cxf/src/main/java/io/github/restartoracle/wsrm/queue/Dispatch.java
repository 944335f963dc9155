package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;

/** Makes attempts leave; called with a path's lock held, so it must return at once. */
interface Dispatch {
    /** Sends an attempt of a message from another thread, and tells the path when it has ended. */
    void launch(Outgoing message, Attempt attempt, long dueNanos);

    /** Something will be due in so many nanoseconds. */
    void dueIn(long delayNanos);

    /** A path is used for the first time; called without its lock. */
    default void opened(Path path) {}

    /** A message was given up; its reason is set. */
    void gaveUp(Outgoing message);
}
