package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.log.Logs;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Runs tasks of one key one after the other, and those of different keys beside each other, on a bounded number of threads: a
 * key whose tasks hang takes one thread. Thread-safe.
 */
final class SerialExecutor {
    private static final Logger LOG = Logs.of(SerialExecutor.class);
    private static final long IDLE_SECONDS = 10;

    /** A key is here as long as a thread runs its tasks. */
    private final Map<String, Queue<Runnable>> waiting = new HashMap<>();

    private final ThreadPoolExecutor threads;

    SerialExecutor(String name, int mostThreads) {
        this.threads = new ThreadPoolExecutor(
                mostThreads, mostThreads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    void execute(String key, Runnable task) {
        synchronized (waiting) {
            Queue<Runnable> present = waiting.get(key);
            if (present != null) {
                present.add(task);
                return;
            }
            waiting.put(key, new ArrayDeque<>());
        }
        start(key, task);
    }

    private void start(String key, Runnable task) {
        try {
            threads.execute(() -> run(key, task));
        } catch (RejectedExecutionException closed) {
            synchronized (waiting) {
                waiting.remove(key);
                waiting.notifyAll();
            }
        }
    }

    /** Waits until no task is left; false if the time is over, or the thread is interrupted. */
    boolean awaitIdle(NanoClock clock, long nanos) {
        long endNanos = clock.nanoTime() + nanos;
        synchronized (waiting) {
            try {
                while (!waiting.isEmpty()) {
                    long leftNanos = endNanos - clock.nanoTime();
                    if (leftNanos <= 0) {
                        return false;
                    }
                    TimeUnit.NANOSECONDS.timedWait(waiting, leftNanos);
                }
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    private void run(String key, Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("A task for {} failed", key, e);
        } finally {
            Runnable next;
            synchronized (waiting) {
                Queue<Runnable> left = waiting.get(key);
                next = left == null ? null : left.poll();
                if (next == null) {
                    waiting.remove(key);
                    waiting.notifyAll();
                }
            }
            if (next != null) {
                // Behind the tasks of other keys.
                start(key, next);
            }
        }
    }

    /** Begins no further task. What is under way ends by itself and is not interrupted. */
    void close() {
        threads.getQueue().clear();
        threads.shutdown();
    }
}
