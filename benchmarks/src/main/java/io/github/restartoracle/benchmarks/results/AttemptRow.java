package io.github.restartoracle.benchmarks.results;

import java.util.OptionalLong;

/** One attempt of a journal; times are nanoseconds of one clock. */
record AttemptRow(
        int run,
        String oracle,
        int message,
        int attempt,
        long dueNanos,
        long dispatchedNanos,
        OptionalLong arrivedNanos) {}
