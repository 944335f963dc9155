package io.github.restartoracle.benchmarks.lab.exchange;

import java.util.Objects;
import java.util.Optional;

/**
 * One request and its answer over a connection of its own.
 *
 * @param phase the label of the phase it belongs to; no comma, quote or line break
 * @param number within the phase, from 0
 * @param requestBytes on the connection, 1 or more
 * @param responseBytes on the connection, 1 or more
 * @param dueNanos when it should have begun, since the start of the run
 * @param startNanos when it began, not before it was due
 * @param split how long its parts took; empty if it failed
 */
public record Exchange(
        String phase,
        int number,
        int requestBytes,
        int responseBytes,
        long dueNanos,
        long startNanos,
        Optional<Split> split) {
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
     * The response time as a client that waits for each answer measures it: from the beginning. What waited for a slow
     * predecessor seems as fast as ever.
     *
     * @return seconds; NaN if it failed
     */
    public double responseSeconds() {
        return split.map(s -> s.totalNanos() / 1e9).orElse(Double.NaN);
    }

    /**
     * The response time from when the exchange was due.
     *
     * @return seconds; NaN if it failed
     */
    public double sinceDueSeconds() {
        return (startNanos - dueNanos) / 1e9 + responseSeconds();
    }

    /**
     * When the last byte of the answer was there.
     *
     * @return on the clock of {@code startNanos}; {@code Long.MAX_VALUE} if it never was
     */
    public long endNanos() {
        return split.map(s -> startNanos + s.totalNanos()).orElse(Long.MAX_VALUE);
    }

    /**
     * The same exchange on another clock.
     *
     * @param originNanos what the other clock calls 0
     * @return the moved exchange
     */
    Exchange since(long originNanos) {
        return new Exchange(
                phase, number, requestBytes, responseBytes, dueNanos - originNanos, startNanos - originNanos, split);
    }
}
