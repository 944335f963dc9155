package io.github.restartoracle.harness.journal;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalLong;

/**
 * One attempt to transmit one message.
 *
 * @param run the name of the run; not empty
 * @param oracle the name of the oracle that decided about restarts; not empty
 * @param message the message's number within the run, not negative
 * @param attempt 1 for the first transmission
 * @param dueNanos the time at which the message was due, even if the sender was late
 * @param dispatchedNanos the time at which this attempt was handed to the transport
 * @param arrivedNanos the time at which it reached the destination; empty if it was lost
 */
public record JournalRow(
        String run,
        String oracle,
        long message,
        int attempt,
        @JsonProperty("due_ns") long dueNanos,
        @JsonProperty("dispatched_ns") long dispatchedNanos,
        @JsonProperty("arrived_ns") OptionalLong arrivedNanos) {
    public JournalRow {
        check("run", run, message, attempt);
        check("oracle", oracle, message, attempt);
    }

    ArrivalRow.Key key() {
        return new ArrivalRow.Key(run, message, attempt);
    }

    /** Returns this row with an arrival, or with its own if that was earlier. */
    JournalRow arrivedBy(long nanos) {
        OptionalLong earliest = OptionalLong.of(Math.min(nanos, arrivedNanos.orElse(nanos)));
        return new JournalRow(run, oracle, message, attempt, dueNanos, dispatchedNanos, earliest);
    }

    static void check(String key, String name, long message, int attempt) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException(key + ": expected a name");
        }
        if (message < 0) {
            throw new IllegalArgumentException("message: expected a number from 0, not " + message);
        }
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt: expected a number from 1, not " + attempt);
        }
    }
}
