package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.harness.journal.ArrivalRow;
import java.util.List;

/**
 * The output of a destination at the end of a run.
 *
 * @param arrivals every arrival of a transmission, without those of the warm-up
 * @param delivered the number of distinct messages that the application received, without those of the warm-up
 * @param duplicatesDelivered the number of excess copies that the application received; 0 if WS-RM keeps its promise
 */
record DestinationReport(List<ArrivalRow> arrivals, int delivered, int duplicatesDelivered) {
    /**
     * Returns whether all messages that have arrived are delivered. A message is acknowledged before it is delivered, so the
     * application may receive the last ones a little later.
     */
    boolean complete() {
        return delivered
                >= arrivals.stream().mapToLong(ArrivalRow::message).distinct().count();
    }
}
