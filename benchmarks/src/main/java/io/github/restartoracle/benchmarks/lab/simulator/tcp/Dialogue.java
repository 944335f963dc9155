package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import java.time.Duration;
import java.util.List;

/**
 * What two ends say to each other over one connection. The end that speaks last then closes. The constructor throws {@link
 * IllegalArgumentException} if nothing is said.
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
     * One end speaks. The constructor throws {@link IllegalArgumentException} for values out of range.
     *
     * @param byClient whether it is the end that opened the connection
     * @param bytes what it writes, 1 or more
     * @param after how long it thinks after it has heard all of the turn before, or has been connected
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
     * A request and its response, over a connection of their own.
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
