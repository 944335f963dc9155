package io.github.restartoracle.internal.attempt;

import io.github.restartoracle.time.NanoClock;
import java.util.concurrent.Executor;

/**
 * The resources of one path that its attempts share, bounded so that a path which uses them up delays no other.
 * Thread-safe.
 *
 * @param clock the clock of the path and of its attempts
 * @param sending prepares transmissions, which runs the user's interceptors
 * @param receiving runs the other tasks that may block in the course of an attempt: looking up names, judging certificates,
 *     tasks of TLS, reading responses through the user's interceptors
 * @param telling reports messages given up and sequences forgotten, in order: runs the user's listeners, and writes to the
 *     store
 * @param responses bytes of responses that may be buffered at once
 * @param messages bytes of unacknowledged messages that may be held in memory at once
 */
public record PathResources(
        NanoClock clock,
        Executor sending,
        Executor receiving,
        Executor telling,
        ByteBudget responses,
        ByteBudget messages) {
    /** {@return the time on the clock, nanoseconds} */
    public long nowNanos() {
        return clock.nanoTime();
    }

    /**
     * Returns resources for virtual time: each task runs in the thread that submits it, and no byte may be buffered.
     *
     * @param clock the clock of the path and of its attempts
     * @return resources without a thread
     */
    public static PathResources withoutThreads(NanoClock clock) {
        return new PathResources(
                clock, Runnable::run, Runnable::run, Runnable::run, ByteBudget.of(0), ByteBudget.of(0));
    }
}
