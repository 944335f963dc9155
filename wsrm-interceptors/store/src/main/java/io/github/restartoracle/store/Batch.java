package io.github.restartoracle.store;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work on messages that need not be done at once, done for many at a time: what it does to a database costs one
 * transaction for all messages of a sequence instead of one for each. What fails is tried again.
 *
 * <p>Thread-safe.
 */
final class Batch {
    /** What is done; must not be interrupted half-way. */
    interface Action {
        void apply(String sequence, Numbers numbers);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Batch.class);
    private static final long RETRY_MILLIS = 1_000;

    private final String what;
    private final ScheduledExecutorService executor;
    private final long delayMillis;
    private final Action action;
    private final Object lock = new Object();
    private Map<String, Numbers> waiting = new HashMap<>();
    private boolean scheduled;

    Batch(String what, ScheduledExecutorService executor, long delayMillis, Action action) {
        this.what = what;
        this.executor = executor;
        this.delayMillis = delayMillis;
        this.action = action;
    }

    void add(String sequence, Numbers numbers) {
        synchronized (lock) {
            waiting.computeIfAbsent(sequence, key -> new Numbers()).addAll(numbers);
            schedule(delayMillis);
        }
    }

    /** The sequence is no more. */
    void forget(String sequence) {
        synchronized (lock) {
            waiting.remove(sequence);
        }
    }

    private void schedule(long millis) {
        if (!scheduled && !waiting.isEmpty()) {
            try {
                Future<?> flush = executor.schedule(this::flush, millis, TimeUnit.MILLISECONDS);
                scheduled = !flush.isCancelled();
            } catch (RejectedExecutionException closed) {
                LOG.debug("{} is not done any more: the store is closed", what);
            }
        }
    }

    /** Does what waits, in the calling thread. */
    void flush() {
        Map<String, Numbers> now;
        synchronized (lock) {
            now = waiting;
            waiting = new HashMap<>();
            scheduled = false;
        }
        now.forEach((sequence, numbers) -> {
            try {
                action.apply(sequence, numbers);
            } catch (RuntimeException e) {
                LOG.warn("{} failed for sequence {}; it is tried again", what, sequence, e);
                synchronized (lock) {
                    waiting.computeIfAbsent(sequence, key -> new Numbers()).addAll(numbers);
                    schedule(RETRY_MILLIS);
                }
            }
        });
    }
}
