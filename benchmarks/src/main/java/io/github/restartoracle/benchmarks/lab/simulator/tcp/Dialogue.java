package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import java.time.Duration;
import java.util.List;

/**
 * The data that two ends exchange over one connection. The end that sends the last turn then closes. The constructor throws
 * {@link IllegalArgumentException} if there is no turn.
 *
 * @param turns one after the other, 1 or more
 */
public record Dialogue(List<Turn> turns) {
    public Dialogue {
        turns = List.copyOf(turns);
        if (turns.isEmpty()) {
            throw new IllegalArgumentException("a dialogue must have at least one turn");
        }
    }

    /**
     * Data that one end sends. The constructor throws {@link IllegalArgumentException} for values out of range.
     *
     * @param byClient true if the end that opened the connection sends it
     * @param bytes the size, 1 or more
     * @param after the thinking time after it has received all of the turn before, or has been connected
     */
    public record Turn(boolean byClient, int bytes, Duration after) {
        public Turn {
            if (bytes < 1 || after.isNegative()) {
                throw new IllegalArgumentException(
                        "a turn must have 1 byte or more, and be after 0 s or more: " + bytes + ", " + after);
            }
        }
    }

    /**
     * Returns a request and its response, over a separate connection.
     *
     * @param requestBytes with the head, 1 or more
     * @param responseBytes with the head, 1 or more
     * @param processing between the two
     * @return the dialogue: turn 0 is the request, turn 1 the response
     */
    public static Dialogue http(int requestBytes, int responseBytes, Duration processing) {
        return new Dialogue(
                List.of(new Turn(true, requestBytes, Duration.ZERO), new Turn(false, responseBytes, processing)));
    }
}
