package io.github.restartoracle.mail.wire;

import io.github.restartoracle.wsrm.log.Logs;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Runs actions after a delay, unless they are called off before. It complements read timeouts, which do not stop a server that
 * sends a byte now and then, and writes, which have no timeout at all. It checks ten times a second while there are actions,
 * since waking a thread for each of them costs as much as sending a small mail. Thread-safe.
 */
public final class Watchdog implements AutoCloseable {
    private static final Logger LOG = Logs.of(Watchdog.class);

    private static final long CHECK_EVERY_MILLIS = 100;

    private final ScheduledThreadPoolExecutor executor;
    private final Set<Entry> entries = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile @Nullable Future<?> rounds;

    /** An action that waits for its time. */
    @FunctionalInterface
    public interface Watch {
        /** Drops the action, unless it has begun. */
        void callOff();
    }

    /** An action with its time; two entries are never equal. */
    private static final class Entry implements Watch {
        private final Set<Entry> entries;
        private final long sinceNanos = System.nanoTime();
        private final long delayNanos;
        private final Runnable action;

        Entry(Set<Entry> entries, long delayNanos, Runnable action) {
            this.entries = entries;
            this.delayNanos = delayNanos;
            this.action = action;
        }

        @Override
        public void callOff() {
            entries.remove(this);
        }
    }

    /**
     * Creates a watchdog; its thread exists while there are actions.
     *
     * @param name the name of the thread
     */
    public Watchdog(String name) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setKeepAliveTime(10, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs an action after a delay, or up to 100 ms later, unless it is called off. Runs it at once if the watchdog is closed.
     *
     * @param delay the time to wait
     * @param action must not block
     * @return calls it off
     */
    public Watch after(Duration delay, Runnable action) {
        if (closed) {
            action.run();
            return () -> {};
        }
        Entry entry = new Entry(entries, delay.toNanos(), action);
        entries.add(entry);
        if (!isChecking()) {
            startChecking();
        }
        return entry;
    }

    /** Tells if the rounds go on; an error in a round would end them. */
    private boolean isChecking() {
        Future<?> present = rounds;
        return present != null && !present.isDone();
    }

    private synchronized void startChecking() {
        if (!closed && !isChecking()) {
            rounds = executor.scheduleWithFixedDelay(
                    this::check, CHECK_EVERY_MILLIS, CHECK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void check() {
        long nowNanos = System.nanoTime();
        for (Entry entry : List.copyOf(entries)) {
            if (nowNanos - entry.sinceNanos >= entry.delayNanos && entries.remove(entry)) {
                run(entry);
            }
        }
        if (entries.isEmpty()) {
            stopChecking();
        }
    }

    private static void run(Entry entry) {
        try {
            entry.action.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("A timeout action failed", e);
        }
    }

    /**
     * Ends the rounds, and only then looks for entries: an entry that is added concurrently either finds no rounds or is seen
     * here.
     */
    private synchronized void stopChecking() {
        Future<?> present = rounds;
        rounds = null;
        if (!entries.isEmpty()) {
            rounds = present;
        } else if (present != null) {
            present.cancel(false);
        }
    }

    /** Runs all actions at once. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        executor.shutdownNow();
        for (Entry entry : List.copyOf(entries)) {
            if (entries.remove(entry)) {
                run(entry);
            }
        }
    }
}
