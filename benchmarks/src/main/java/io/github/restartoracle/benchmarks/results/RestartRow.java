package io.github.restartoracle.benchmarks.results;

import java.util.OptionalLong;

/**
 * One transmission that an oracle called for: a line of {@code restarts.csv}. Times are nanoseconds of one clock.
 *
 * @param run names the run
 * @param oracle its label
 * @param message 1 for the first
 * @param attempt 1 for the first transmission, which is scheduled when the message is due
 * @param scheduledNanos when the timeout of the attempt before elapsed
 * @param dispatchedNanos when the transmission was made; empty if it never was, though no acknowledgement had come
 */
public record RestartRow(
        String run, String oracle, long message, int attempt, long scheduledNanos, OptionalLong dispatchedNanos) {}
