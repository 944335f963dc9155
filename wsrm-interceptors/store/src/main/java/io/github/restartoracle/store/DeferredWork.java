package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;

/**
 * Work on messages that need not be done at once. Messages are collected, so that the database executes one transaction for all
 * messages of a sequence instead of one for each. Work that fails is repeated without limit. Thread-safe.
 */
final class DeferredWork {
    private static final Logger LOG = Logs.of(DeferredWork.class);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String what;
    private final Later later;
    private final long delayNanos;
    private final BiConsumer<String, Numbers> action;
    private final Object lock = new Object();
    private Map<String, Numbers> waiting = new HashMap<>();
    private boolean scheduled;
    private boolean failing;

    DeferredWork(String what, ScheduledExecutorService executor, long delayMillis, BiConsumer<String, Numbers> action) {
        this.what = what;
        this.later = Later.of(executor);
        this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        this.action = action;
    }

    void add(String sequence, Numbers numbers) {
        synchronized (lock) {
            add(sequence, numbers, failing ? RETRY_NANOS : delayNanos);
        }
    }

    /** Discards the work of a sequence that has ended. */
    void forget(String sequence) {
        synchronized (lock) {
            waiting.remove(sequence);
        }
    }

    private void add(String sequence, Numbers numbers, long nanos) {
        waiting.computeIfAbsent(sequence, key -> new Numbers()).addAll(numbers);
        if (!scheduled) {
            scheduled = true;
            later.in(nanos, this::flush);
        }
    }

    /**
     * Does the waiting work in the calling thread. If it fails for one sequence, the other sequences of this call wait for the
     * next run as well.
     */
    void flush() {
        Map<String, Numbers> now;
        synchronized (lock) {
            now = waiting;
            waiting = new HashMap<>();
            scheduled = false;
        }
        boolean failed = false;
        for (Map.Entry<String, Numbers> entry : now.entrySet()) {
            if (!failed) {
                failed = !apply(entry.getKey(), entry.getValue());
            }
            if (failed) {
                synchronized (lock) {
                    add(entry.getKey(), entry.getValue(), RETRY_NANOS);
                }
            }
        }
        synchronized (lock) {
            failing = failed;
        }
    }

    private boolean apply(String sequence, Numbers numbers) {
        try {
            action.accept(sequence, numbers);
            return true;
        } catch (RuntimeException | Error e) {
            if (failing) {
                LOG.debug("{} failed again for sequence {}", what, sequence, e);
            } else {
                LOG.warn("{} failed for sequence {}; trying again every second", what, sequence, e);
            }
            return false;
        }
    }
}
