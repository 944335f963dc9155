package io.github.restartoracle.mail.internal.wire;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Runs actions after a delay, unless they are cancelled before. It is needed because a read timeout does not stop a server that
 * sends a byte now and then, and a write has no timeout. It checks ten times a second while there are actions, since waking a
 * thread for each of them costs as much as sending a small mail. Thread-safe.
 */
public final class Watchdog implements AutoCloseable {
    private static final Logger LOG = Logs.of(Watchdog.class);

    private static final long CHECK_EVERY_MILLIS = 100;

    private final ScheduledExecutorService executor;
    private final Set<Entry> entries = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile @Nullable Future<?> checks;

    /** A scheduled action. */
    @FunctionalInterface
    public interface Watch {
        /** Drops the action unless it has begun; does not wait for one that has. */
        void cancel();
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
        public void cancel() {
            entries.remove(this);
        }
    }

    /**
     * Creates a watchdog, whose thread ends ten seconds after the last action.
     *
     * @param name the name of the thread
     */
    public Watchdog(String name) {
        executor = Daemons.scheduler(name);
    }

    /**
     * Runs an action after a delay, or up to 100 ms later, unless it is cancelled. Runs it immediately if the watchdog is closed.
     *
     * @param action must not block, since it delays all others; its exceptions are logged
     * @return a handle that cancels the action
     */
    public Watch after(Duration delay, Runnable action) {
        Entry entry = new Entry(entries, delay.toNanos(), action);
        entries.add(entry);
        if (!isChecking()) {
            startChecking();
        }
        // Whoever removes the entry runs it: this call, or one of close() that has seen it.
        if (closed && entries.remove(entry)) {
            run(entry);
        }
        return entry;
    }

    /** Returns whether the periodic check is scheduled; an error in it would end it. */
    private boolean isChecking() {
        Future<?> present = checks;
        return present != null && !present.isDone();
    }

    private synchronized void startChecking() {
        if (!closed && !isChecking()) {
            checks = executor.scheduleWithFixedDelay(
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
     * Ends the checks, and only then looks for entries: an entry that is added concurrently either finds no checks or is seen
     * here.
     */
    private synchronized void stopChecking() {
        Future<?> present = checks;
        checks = null;
        if (!entries.isEmpty()) {
            checks = present;
        } else if (present != null) {
            present.cancel(false);
        }
    }

    /** Runs all actions immediately, one after another. */
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
