package io.github.restartoracle.wsrm.internal.runtime;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Threads for tasks that may block. A thread ends when it has been idle for some seconds. Tasks in a lane run in order, a
 * given number at once. A lane whose tasks hang holds that number of threads and delays no other lane, as long as there are
 * threads.
 *
 * <p>Platform threads: CXF's chains run with a monitor held, which would pin virtual threads to their carriers.
 *
 * <p>Thread-safe.
 */
public final class Lanes implements Executor, AutoCloseable {
    private static final Logger LOG = Logs.of(Lanes.class);
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    /** The lanes of keys that have tasks. Its monitor is the lock of all of them. */
    private final Map<String, Lane> byKey = new HashMap<>();

    private Lanes(String name, int coreThreads, int mostThreads, BlockingQueue<Runnable> queue) {
        threads = new ThreadPoolExecutor(
                coreThreads, mostThreads, IDLE_SECONDS, TimeUnit.SECONDS, queue, Daemons.named(name));
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns lanes with as many threads as have work. */
    public static Lanes unbounded(String name) {
        return new Lanes(name, 0, Integer.MAX_VALUE, new SynchronousQueue<>());
    }

    /** Returns lanes that share a number of threads. While all are in use, further tasks wait, and the lanes alternate. */
    public static Lanes bounded(String name, int mostThreads) {
        return new Lanes(name, mostThreads, mostThreads, new LinkedBlockingQueue<>());
    }

    /**
     * Runs a task in no lane. An exception of the task is logged.
     *
     * @param task may block
     * @throws RejectedExecutionException if this is closed
     * @throws OutOfMemoryError if there is no thread for it
     */
    @Override
    public void execute(Runnable task) {
        threads.execute(() -> runSafely(task));
    }

    /**
     * Runs a task after the earlier ones of its key. An exception of the task is logged.
     * Otherwise as {@link #execute(String, int, Runnable)}.
     */
    public void execute(String key, Runnable task) {
        execute(key, 1, task);
    }

    /**
     * Runs a task after the earlier ones of its key have begun. An exception of the task is logged.
     *
     * @param key of any number of keys; takes no memory while it has no task
     * @param atMost the number of tasks of the key that may run at once, 1 or more; the same for all of its tasks
     * @param task as of {@link #execute(Runnable)}
     */
    public void execute(String key, int atMost, Runnable task) {
        synchronized (byKey) {
            try {
                byKey.computeIfAbsent(key, absent -> new Lane(atMost, () -> forget(key)))
                        .execute(task);
            } finally {
                forget(key);
            }
        }
    }

    private void forget(String key) {
        synchronized (byKey) {
            Lane lane = byKey.get(key);
            if (lane != null && lane.isIdle()) {
                byKey.remove(key);
                byKey.notifyAll();
            }
        }
    }

    /**
     * Returns a new lane.
     *
     * @param atMost the number of its tasks that may run at once, 1 or more
     * @return throws the exceptions of {@link #execute(Runnable)}
     */
    public Executor lane(int atMost) {
        return new Lane(atMost, () -> {});
    }

    /** Waits until no key has a task; returns false if the time is over, or the thread is interrupted. */
    public boolean awaitIdle(NanoClock clock, long nanos) {
        long endNanos = clock.nanoTime() + nanos;
        synchronized (byKey) {
            try {
                while (!byKey.isEmpty()) {
                    long leftNanos = endNanos - clock.nanoTime();
                    if (leftNanos <= 0) {
                        return false;
                    }
                    TimeUnit.NANOSECONDS.timedWait(byKey, leftNanos);
                }
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** Begins no further task, except in lanes that have a thread. Running tasks end by themselves and are not interrupted. */
    @Override
    public void close() {
        threads.shutdown();
        threads.getQueue().clear();
    }

    /** Runs a task, which must not end the thread that others wait for. */
    private static void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            LOG.error("A task failed", failure);
        }
    }

    private final class Lane implements Executor {
        private final int atMost;
        private final Runnable onIdle;
        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private int running;

        Lane(int atMost, Runnable onIdle) {
            this.atMost = atMost;
            this.onIdle = onIdle;
        }

        @Override
        public void execute(Runnable task) {
            synchronized (waiting) {
                if (running < atMost) {
                    begin();
                }
                waiting.add(task);
            }
        }

        /** Adds a thread that takes tasks; if there is none, the running ones take them. */
        private void begin() {
            try {
                threads.execute(this::work);
                running++;
            } catch (RejectedExecutionException | OutOfMemoryError noThread) {
                if (running == 0) {
                    throw noThread;
                }
            }
        }

        private void work() {
            for (Runnable next = next(); next != null; next = next()) {
                runSafely(next);
                if (!threads.getQueue().isEmpty() && givesWay()) {
                    return;
                }
            }
            onIdle.run();
        }

        /** Lets the lane go on behind the lanes that wait for a thread; returns false if that is not possible. */
        private boolean givesWay() {
            try {
                threads.execute(this::work);
                return true;
            } catch (RejectedExecutionException | OutOfMemoryError noThread) {
                return false;
            }
        }

        private @Nullable Runnable next() {
            synchronized (waiting) {
                Runnable next = waiting.poll();
                running -= next == null ? 1 : 0;
                return next;
            }
        }

        boolean isIdle() {
            synchronized (waiting) {
                return running == 0;
            }
        }
    }
}
