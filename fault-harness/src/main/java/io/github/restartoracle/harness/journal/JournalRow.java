package io.github.restartoracle.harness.journal;

import java.util.OptionalLong;

/**
 * One attempt to transmit one message.
 *
 * @param run names the run; no comma, quote or line break
 * @param oracle names what decided about restarts; no comma, quote or line break
 * @param message the message's number within the run, not negative
 * @param attempt 1 for the first transmission
 * @param dueNanos when the message was due, even if the sender was late
 * @param dispatchedNanos when this attempt was handed to the transport
 * @param arrivedNanos when it reached the destination; empty if it was lost
 */
public record JournalRow(
        String run,
        String oracle,
        long message,
        int attempt,
        long dueNanos,
        long dispatchedNanos,
        OptionalLong arrivedNanos) {
    public JournalRow {
        CsvFile.requirePlain("run", run);
        CsvFile.requirePlain("oracle", oracle);
        CsvFile.requireNumbers(message, attempt);
    }

    Arrival.Key key() {
        return new Arrival.Key(run, message, attempt);
    }

    JournalRow arrivedAt(long nanos) {
        return new JournalRow(run, oracle, message, attempt, dueNanos, dispatchedNanos, OptionalLong.of(nanos));
    }
}
