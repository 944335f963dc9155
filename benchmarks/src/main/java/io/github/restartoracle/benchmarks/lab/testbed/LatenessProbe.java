package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Measures how late this machine is during a run: a thread wants to continue every 10 ms. A stall counts as often as the thread
 * should have continued meanwhile. Thread-safe.
 */
final class LatenessProbe implements AutoCloseable {
    private static final long PERIOD_MICROS = 10_000;
    private static final long MOST_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final double MICROS_PER_MILLI = 1000;

    private final Histogram micros = new ConcurrentHistogram(MOST_MICROS, 2);
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private long dueNanos = System.nanoTime();

    /** Begins to measure. */
    LatenessProbe() {
        Future<?> unused = thread.scheduleAtFixedRate(this::look, PERIOD_MICROS, PERIOD_MICROS, TimeUnit.MICROSECONDS);
    }

    private void look() {
        dueNanos += TimeUnit.MICROSECONDS.toNanos(PERIOD_MICROS);
        long late = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - dueNanos);
        micros.recordValue(Math.max(0, Math.min(MOST_MICROS, late)));
    }

    /** {@return the lateness since the beginning} */
    HostLateness lateness() {
        Histogram seen = micros.copy();
        return new HostLateness(
                seen.getTotalCount(),
                seen.getValueAtPercentile(99) / MICROS_PER_MILLI,
                seen.getMaxValue() / MICROS_PER_MILLI);
    }

    /** Ends the thread. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
