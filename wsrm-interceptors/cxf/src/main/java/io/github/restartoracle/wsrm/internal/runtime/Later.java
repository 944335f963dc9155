package io.github.restartoracle.wsrm.internal.runtime;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** Runs short tasks after a time. Thread-safe. */
@FunctionalInterface
public interface Later {
    /** Runs a task, which must not block, once after a time, unless the bus is shut down before. */
    void in(long nanos, Runnable task);

    /** Returns a timer. */
    static Later of(ScheduledExecutorService scheduler) {
        Logger log = Logs.of(Later.class);
        return (nanos, task) -> {
            try {
                Future<?> scheduled = scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
                log.trace("Scheduled {}", scheduled);
            } catch (RejectedExecutionException closed) {
                log.debug("A task is not scheduled: the bus was shut down");
            }
        };
    }
}
