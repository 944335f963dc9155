package io.github.restartoracle.mail.smtp;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs actions when their time has come, unless they are called off before: a read timeout does not stop a server that
 * sends a byte now and then, and a write has no timeout at all. Thread-safe.
 */
final class Watchdog implements AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    Watchdog(String name) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setKeepAliveTime(10, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    /** Runs an action after a delay, unless it is called off. */
    Watch after(Duration delay, Runnable action) {
        try {
            Future<?> pending = executor.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> pending.cancel(false);
        } catch (RejectedExecutionException closed) {
            action.run();
            return () -> {};
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    /** An action that waits for its time. */
    @FunctionalInterface
    interface Watch {
        void callOff();
    }
}
