package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.pending.RestartTimer;
import io.github.restartoracle.time.NanoClock;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs a task once per period. The task may block, so that an executor runs it and not the thread of the timer. A period is
 * skipped if the task of the period before still waits for the executor.
 *
 * <p>Thread-safe.
 */
final class Periodic implements RestartTimer.Timed {
    private final long periodNanos;
    private final Executor executor;
    private final Runnable task;
    private final AtomicBoolean waits = new AtomicBoolean();
    private volatile long nextNanos;

    /**
     * Creates a task that is to be registered with a timer. It first runs one period after this, or when it is registered, if
     * that is later.
     *
     * @param periodNanos more than 0
     * @param clock the clock of the timer
     */
    Periodic(long periodNanos, NanoClock clock, Executor executor, Runnable task) {
        this.periodNanos = periodNanos;
        this.executor = executor;
        this.task = task;
        this.nextNanos = clock.nanoTime() + periodNanos;
    }

    @Override
    public long nanosUntilDue(long nowNanos) {
        return nextNanos - nowNanos;
    }

    @Override
    public void expire(long nowNanos) {
        nextNanos = nowNanos + periodNanos;
        if (!waits.compareAndSet(false, true)) {
            return;
        }
        boolean accepted = false;
        try {
            executor.execute(() -> {
                waits.set(false);
                task.run();
            });
            accepted = true;
        } finally {
            if (!accepted) {
                waits.set(false);
            }
        }
    }
}
