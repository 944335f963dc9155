package io.github.restartoracle.benchmarks.lab.exchange;

import java.util.Objects;
import java.util.Optional;

/**
 * One request and its answer over a separate connection.
 *
 * @param phase the label of the phase it belongs to; no comma, quote or line break
 * @param number within the phase, from 0
 * @param requestBytes on the connection, 1 or more
 * @param responseBytes on the connection, 1 or more
 * @param dueNanos the time at which it should have begun, since the start of the run
 * @param startNanos the time at which it began, not before it was due
 * @param split the times of its parts; empty if it failed
 */
public record Exchange(
        String phase,
        int number,
        int requestBytes,
        int responseBytes,
        long dueNanos,
        long startNanos,
        Optional<ResponseTimeParts> split) {
    public Exchange {
        Objects.requireNonNull(split, "split");
        if (phase.matches("(?s).*[,\"\r\n].*")) {
            throw new IllegalArgumentException("a phase's label has no comma, quote or line break: " + phase);
        }
        if (number < 0 || requestBytes < 1 || responseBytes < 1) {
            throw new IllegalArgumentException("number must be 0 or more, sizes 1 or more");
        }
        if (startNanos < dueNanos) {
            throw new IllegalArgumentException("began " + (dueNanos - startNanos) + " ns before it was due");
        }
    }

    /**
     * Returns the response time from the beginning of the exchange, as a client measures it that waits for each answer. It does
     * not contain the time for which the exchange waited for a slow predecessor.
     *
     * @return seconds; NaN if it failed
     */
    public double responseSeconds() {
        return split.map(s -> s.totalNanos() / 1e9).orElse(Double.NaN);
    }

    /**
     * Returns the response time from the time at which the exchange was due.
     *
     * @return seconds; NaN if it failed
     */
    public double sinceDueSeconds() {
        return (startNanos - dueNanos) / 1e9 + responseSeconds();
    }

    /**
     * Returns the time at which the last byte of the answer arrived.
     *
     * @return on the clock of {@code startNanos}; {@code Long.MAX_VALUE} if it never was
     */
    public long endNanos() {
        return split.map(s -> startNanos + s.totalNanos()).orElse(Long.MAX_VALUE);
    }

    /**
     * Returns the same exchange on another clock.
     *
     * @param originNanos the time that is 0 on the other clock
     * @return the moved exchange
     */
    Exchange since(long originNanos) {
        return new Exchange(
                phase, number, requestBytes, responseBytes, dueNanos - originNanos, startNanos - originNanos, split);
    }
}
