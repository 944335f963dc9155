package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import java.time.Duration;
import java.util.List;

/**
 * The data that two ends exchange over one connection. The end that sends the last turn then closes.
 *
 * @param turns one after the other, 1 or more
 */
public record Dialogue(List<Turn> turns) {
    public Dialogue {
        turns = List.copyOf(turns);
    }

    /**
     * Data that one end sends.
     *
     * @param byClient true if the end that opened the connection sends it
     * @param bytes the size, 1 or more
     * @param after the thinking time after it has received all of the turn before, or has been connected
     */
    public record Turn(boolean byClient, int bytes, Duration after) {}

    /**
     * {@return a request, turn 0, and its response, turn 1, over a separate connection}
     *
     * @param requestBytes with the head, 1 or more
     * @param responseBytes with the head, 1 or more
     * @param processing between the two
     */
    public static Dialogue http(int requestBytes, int responseBytes, Duration processing) {
        return new Dialogue(
                List.of(new Turn(true, requestBytes, Duration.ZERO), new Turn(false, responseBytes, processing)));
    }
}
