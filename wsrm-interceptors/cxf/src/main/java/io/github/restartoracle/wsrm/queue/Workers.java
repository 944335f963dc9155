package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.log.Logs;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The threads of a bus, all daemons: as many as have work, each for some seconds longer. What may block runs in lanes, which
 * take a few threads at once each; so a path whose work blocks delays no other.
 *
 * <p>Platform threads: CXF's chains run with a monitor held, which would pin virtual threads to their carriers.
 *
 * <p>Thread-safe.
 */
final class Workers implements AutoCloseable {
    private static final Logger LOG = Logs.of(Workers.class);
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons());

    private static ThreadFactory daemons() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "restart-oracle-worker-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Runs a task in a thread of its own.
     *
     * @throws RejectedExecutionException if the workers are closed
     * @throws OutOfMemoryError if there is no thread for it
     */
    void run(Runnable task) {
        threads.execute(guarded(task));
    }

    /** A lane without tasks, of which so many may run at once. */
    Executor lane(int atMost) {
        return new Lane(atMost);
    }

    /** A task must not end the thread that others wait for. */
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable failure) {
                LOG.error("A task failed", failure);
            }
        };
    }

    @Override
    public void close() {
        threads.shutdown();
    }

    private final class Lane implements Executor {
        private final int atMost;
        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private int running;

        Lane(int atMost) {
            this.atMost = atMost;
        }

        @Override
        public void execute(Runnable task) {
            synchronized (waiting) {
                waiting.add(task);
                if (running == atMost) {
                    return;
                }
                running++;
            }
            try {
                threads.execute(this::work);
            } catch (RejectedExecutionException | OutOfMemoryError noThread) {
                synchronized (waiting) {
                    running--;
                    if (running > 0 || !waiting.remove(task)) {
                        // Another thread of the lane takes it, or has taken it.
                        return;
                    }
                }
                throw noThread;
            }
        }

        private void work() {
            for (Runnable next = next(); next != null; next = next()) {
                guarded(next).run();
            }
        }

        private @Nullable Runnable next() {
            synchronized (waiting) {
                Runnable next = waiting.poll();
                running -= next == null ? 1 : 0;
                return next;
            }
        }
    }
}
