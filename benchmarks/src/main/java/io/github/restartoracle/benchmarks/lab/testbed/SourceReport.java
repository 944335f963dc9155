package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import java.util.List;

/**
 * The output of a source at the end of a run. Times are nanoseconds of the monotonic clock.
 *
 * @param startNanos the time at which the first message was due
 * @param dispatches every transmission, without those of the warm-up
 * @param unacknowledged the number of messages that were not acknowledged
 * @param longestCallNanos the longest time for which a call blocked the application
 * @param lateness the lateness of the machine
 */
record SourceReport(
        long startNanos, List<Dispatch> dispatches, int unacknowledged, long longestCallNanos, HostLateness lateness) {
    /**
     * A transmission.
     *
     * @param message the number of the message, 1 for the first after the warm-up
     * @param order position of the message in the order in which messages were due, 1 for the first
     * @param attempt the transmission number
     * @param dueNanos the time at which the queue wanted to dispatch it
     * @param dispatchedNanos the time at which it was dispatched
     */
    record Dispatch(long message, long order, int attempt, long dueNanos, long dispatchedNanos) {}
}
