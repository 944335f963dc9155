package io.github.restartoracle.harness.journal;

/**
 * One attempt that reached the destination.
 *
 * @param run names the run; no comma, quote or line break
 * @param message the message's number within the run, not negative
 * @param attempt 1 for the first transmission
 * @param arrivedNanos when it arrived
 */
public record Arrival(String run, long message, int attempt, long arrivedNanos) {
    record Key(String run, long message, int attempt) {
        @Override
        public String toString() {
            return "attempt " + attempt + " of message " + message + " in run " + run;
        }
    }

    public Arrival {
        CsvFile.requirePlain("run", run);
        CsvFile.requireNumbers(message, attempt);
    }

    Key key() {
        return new Key(run, message, attempt);
    }
}
