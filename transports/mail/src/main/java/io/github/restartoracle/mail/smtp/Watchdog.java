package io.github.restartoracle.mail.smtp;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs actions when their time has come, unless they are called off before: a read timeout does not stop a server that
 * sends a byte now and then, and a write has no timeout at all. Looks after them ten times a second while there are any,
 * since to wake a thread for each of them costs as much as sending a small mail does. Thread-safe.
 */
final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private static final long LOOK_EVERY_MILLIS = 100;

    private final ScheduledThreadPoolExecutor executor;
    private final Set<Entry> entries = ConcurrentHashMap.newKeySet();
    private volatile boolean looking;
    private volatile boolean closed;
    private @Nullable Future<?> rounds;

    /** An action that waits for its time; its identity is what counts. */
    private static final class Entry implements Watch {
        private final Set<Entry> entries;
        private final long sinceNanos;
        private final long delayNanos;
        private final Runnable action;

        Entry(Set<Entry> entries, long sinceNanos, long delayNanos, Runnable action) {
            this.entries = entries;
            this.sinceNanos = sinceNanos;
            this.delayNanos = delayNanos;
            this.action = action;
        }

        @Override
        public void callOff() {
            entries.remove(this);
        }
    }

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

    /** Runs an action after a delay, or up to 100 ms later, unless it is called off; at once if the watchdog is closed. */
    Watch after(Duration delay, Runnable action) {
        if (closed) {
            action.run();
            return () -> {};
        }
        Entry entry = new Entry(entries, System.nanoTime(), delay.toNanos(), action);
        entries.add(entry);
        if (!looking) {
            startLooking();
        }
        return entry;
    }

    private synchronized void startLooking() {
        if (!looking && !closed) {
            looking = true;
            rounds = executor.scheduleWithFixedDelay(
                    this::look, LOOK_EVERY_MILLIS, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        long nowNanos = System.nanoTime();
        for (Entry entry : List.copyOf(entries)) {
            if (nowNanos - entry.sinceNanos >= entry.delayNanos && entries.remove(entry)) {
                run(entry);
            }
        }
        if (entries.isEmpty()) {
            stopLooking();
        }
    }

    private static void run(Entry entry) {
        try {
            entry.action.run();
        } catch (RuntimeException failure) {
            // An exception would end the rounds, and with them all other deadlines.
            LOG.warn("An action of the watchdog failed", failure);
        }
    }

    /** Who adds an entry from now on sees that nobody looks; who did before is seen here. */
    private synchronized void stopLooking() {
        looking = false;
        if (!entries.isEmpty()) {
            looking = true;
        } else if (rounds != null) {
            rounds.cancel(false);
            rounds = null;
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        executor.shutdownNow();
        entries.forEach(entry -> {
            if (entries.remove(entry)) {
                run(entry);
            }
        });
    }

    /** An action that waits for its time. */
    @FunctionalInterface
    interface Watch {
        void callOff();
    }
}
