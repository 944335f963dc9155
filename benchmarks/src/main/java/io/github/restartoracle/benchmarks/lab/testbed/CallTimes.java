package io.github.restartoracle.benchmarks.lab.testbed;

import java.util.concurrent.atomic.LongAccumulator;

/** The times for which calls block the application. Thread-safe. */
final class CallTimes {
    private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);

    /** Makes a call. */
    void time(Runnable call) {
        long begunNanos = System.nanoTime();
        try {
            call.run();
        } finally {
            longestNanos.accumulate(System.nanoTime() - begunNanos);
        }
    }

    long longestNanos() {
        return longestNanos.get();
    }
}
