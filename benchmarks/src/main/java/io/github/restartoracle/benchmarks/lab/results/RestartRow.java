package io.github.restartoracle.benchmarks.lab.results;

import java.util.OptionalLong;

/**
 * One transmission that an oracle asked for. Times are nanoseconds of one clock.
 *
 * @param run names the run
 * @param oracle its label
 * @param message 1 for the first
 * @param attempt 1 for the first transmission, which is scheduled when the message is due
 * @param scheduledNanos the time at which the timeout of the attempt before elapsed
 * @param dispatchedNanos the time at which the transmission was made; empty if it never was, though no acknowledgement had come
 */
public record RestartRow(
        String run, String oracle, long message, int attempt, long scheduledNanos, OptionalLong dispatchedNanos) {}
