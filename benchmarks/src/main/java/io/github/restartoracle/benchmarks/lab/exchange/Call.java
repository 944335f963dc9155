package io.github.restartoracle.benchmarks.lab.exchange;

import java.time.Duration;

/**
 * A request: its size, the size of its answer, and the processing time at the server.
 *
 * @param requestBytes on the connection, {@value #MIN_BYTES} or more
 * @param responseBytes on the connection, {@value #MIN_BYTES} or more
 * @param processing not negative
 */
public record Call(int requestBytes, int responseBytes, Duration processing) {
    /** The size of the headers. */
    public static final int MIN_BYTES = 160;

    public Call {
        if (requestBytes < MIN_BYTES || responseBytes < MIN_BYTES) {
            throw new IllegalArgumentException("request and response have at least " + MIN_BYTES + " bytes");
        }
        if (processing.isNegative()) {
            throw new IllegalArgumentException("processing must not be negative");
        }
    }

    /** {@return the same call with another size of the answer, {@value #MIN_BYTES} bytes or more} */
    public Call withResponseBytes(int bytes) {
        return new Call(requestBytes, bytes, processing);
    }
}
