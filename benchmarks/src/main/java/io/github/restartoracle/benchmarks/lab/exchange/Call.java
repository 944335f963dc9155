package io.github.restartoracle.benchmarks.lab.exchange;

import java.time.Duration;

/**
 * What is asked for and how long the server thinks about it.
 *
 * @param requestBytes on the connection, {@value #MIN_BYTES} or more
 * @param responseBytes on the connection, {@value #MIN_BYTES} or more
 * @param processing not negative
 */
public record Call(int requestBytes, int responseBytes, Duration processing) {
    /** What the headers need. */
    public static final int MIN_BYTES = 160;

    public Call {
        if (requestBytes < MIN_BYTES || responseBytes < MIN_BYTES) {
            throw new IllegalArgumentException("request and response have at least " + MIN_BYTES + " bytes");
        }
        if (processing.isNegative()) {
            throw new IllegalArgumentException("processing must not be negative");
        }
    }

    /**
     * The same call with another answer.
     *
     * @param bytes {@value #MIN_BYTES} or more
     * @return the changed call
     */
    public Call withResponseBytes(int bytes) {
        return new Call(requestBytes, bytes, processing);
    }
}
