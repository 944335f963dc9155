package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.time.NanoClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs the parts of a suite on several threads and shows progress. Results come in the order of the parts, not in that in which
 * these end, so that they do not depend on the number of threads. Not thread-safe.
 */
public final class PartRunner implements AutoCloseable {
    private static final int AHEAD = 8;
    private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

    private final ExecutorService threads;
    private final PrintStream out;
    private final int count;

    /** Starts 1 or more threads that show progress on a stream. */
    public PartRunner(int count, PrintStream out) {
        // The threads inherit the context class loader of this one, which may have further oracles.
        this.threads = Executors.newFixedThreadPool(count);
        this.out = out;
        this.count = count;
    }

    /** Runs parts, about equally long, and returns their results in the order of the parts. */
    public <T> List<T> run(String what, List<? extends Callable<T>> parts) throws InterruptedException {
        List<T> results = new ArrayList<>();
        run(what, parts, results::add);
        return results;
    }

    /**
     * Runs parts and passes their results on. Only a few more parts are begun than there are threads, so that few finished
     * results wait in memory.
     *
     * @param what names the parts in the progress
     * @param parts any number, about equally long
     * @param result receives each result, in the order of the parts and in this thread
     * @throws IllegalStateException if a part fails; the others are abandoned
     */
    public <T> void run(String what, List<? extends Callable<T>> parts, Consumer<T> result)
            throws InterruptedException {
        ProgressDisplay progress = new ProgressDisplay(out, NanoClock.system(), Duration.ZERO, REPORT_EVERY);
        Queue<Future<T>> running = new ArrayDeque<>();
        int begun = 0;
        try {
            for (int done = 0; done < parts.size(); done++) {
                while (begun < parts.size() && running.size() < AHEAD * count) {
                    running.add(threads.submit(parts.get(begun++)));
                }
                double share = (double) done / parts.size();
                String text = what + ", " + done + " of " + parts.size();
                result.accept(await(running.remove(), () -> progress.update(text, share)));
            }
        } finally {
            running.forEach(left -> left.cancel(true));
        }
    }

    private static <T> T await(Future<T> future, Runnable meanwhile) throws InterruptedException {
        while (true) {
            meanwhile.run();
            try {
                return future.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException notYet) {
                // check the progress again
            } catch (ExecutionException e) {
                throw new IllegalStateException("a part of the suite failed: " + e.getCause(), e.getCause());
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
