package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Measures how late this machine is during a run: a thread wants to continue every 10 ms. A stall counts as often as the thread
 * should have continued meanwhile. Thread-safe.
 */
final class LatenessProbe implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MOST_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final double MICROS_PER_MILLI = 1000;

    private final Histogram micros = new ConcurrentHistogram(MOST_MICROS, 2);
    private final Thread thread = new Thread(this::look, "lateness");
    private volatile boolean closed;

    /** Begins to measure. */
    LatenessProbe() {
        thread.setDaemon(true);
        thread.start();
    }

    private void look() {
        long dueNanos = System.nanoTime() + PERIOD_NANOS;
        while (!closed) {
            long lateNanos = System.nanoTime() - dueNanos;
            if (lateNanos < 0) {
                LockSupport.parkNanos(-lateNanos);
                continue;
            }
            long lateMicros = Math.min(MOST_MICROS, TimeUnit.NANOSECONDS.toMicros(lateNanos));
            micros.recordValueWithExpectedInterval(lateMicros, TimeUnit.NANOSECONDS.toMicros(PERIOD_NANOS));
            dueNanos = System.nanoTime() + PERIOD_NANOS;
        }
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
        closed = true;
        LockSupport.unpark(thread);
    }
}
