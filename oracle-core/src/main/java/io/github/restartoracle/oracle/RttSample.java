package io.github.restartoracle.oracle;

/**
 * The round trip time as one acknowledgement tells it. The constructor throws {@link IllegalArgumentException} for values out
 * of range.
 *
 * @param rttNanos nanoseconds, 0 or more: from the dispatch of the acknowledged transmission to the acknowledgement, less the
 *     time the destination held it back, if {@code exact}; from the first dispatch of the message otherwise
 * @param attempts the number of transmissions of the message that had been dispatched, 1 or more
 * @param exact true if the destination said which transmission it acknowledges (the echoed transmission number)
 */
public record RttSample(long rttNanos, int attempts, boolean exact) {
    public RttSample {
        if (rttNanos < 0) {
            throw new IllegalArgumentException("rttNanos must be 0 or more, was " + rttNanos);
        }
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be 1 or more, was " + attempts);
        }
    }

    /**
     * Returns whether the sample may feed an estimator: the transmission that is acknowledged is known, because it was echoed
     * or because there was only one (Karn and Partridge, 1991).
     *
     * @return true if the sample belongs to one transmission for certain
     */
    public boolean unambiguous() {
        return exact || attempts == 1;
    }
}
