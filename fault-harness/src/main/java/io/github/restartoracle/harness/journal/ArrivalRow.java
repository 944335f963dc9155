package io.github.restartoracle.harness.journal;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One attempt that reached the destination.
 *
 * @param run names the run; not empty
 * @param message the message's number within the run, not negative
 * @param attempt 1 for the first transmission
 * @param arrivedNanos the time of its arrival
 */
public record ArrivalRow(
        String run,
        long message,
        int attempt,
        @JsonProperty("arrived_ns") long arrivedNanos) {
    record Key(String run, long message, int attempt) {
        @Override
        public String toString() {
            return "attempt " + attempt + " of message " + message + " in run " + run;
        }
    }

    public ArrivalRow {
        JournalRow.check("run", run, message, attempt);
    }

    Key key() {
        return new Key(run, message, attempt);
    }
}
