package io.github.restartoracle.harness.inject;

import java.time.Duration;

/**
 * The times at which TCP sends a lost packet again: the wait doubles after each try (RFC 6298, 5.5) up to a greatest wait.
 *
 * @param first the wait after the first transmission, positive
 * @param greatest the greatest wait, not less than the first
 * @param retries the number of retries before the connection is given up, not negative
 */
public record RetrySchedule(Duration first, Duration greatest, int retries) {
    public RetrySchedule {
        if (first.isNegative() || first.isZero() || greatest.compareTo(first) < 0 || retries < 0) {
            throw new IllegalArgumentException(
                    "expected 0 < first <= greatest and retries >= 0, not " + first + ", " + greatest + ", " + retries);
        }
    }

    /**
     * {@return the schedule of connection set-up with Linux's defaults: again after 1, 3, 7, 15, 31 and 63 s, given up after
     * 127 s}
     */
    public static RetrySchedule ofHandshake() {
        return new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(64), 6);
    }

    /**
     * {@return the schedule of data with Linux's defaults: again after 0.2, 0.6, 1.4, 3, 6.2, 12.6, 25.4, 51 s and so on, at
     * least every 120 s, given up after 15 retries}
     */
    public static RetrySchedule ofData() {
        return new RetrySchedule(Duration.ofMillis(200), Duration.ofMinutes(2), 15);
    }

    /** Returns the wait after the first so many transmissions, for the next one or until giving up. */
    long waitNanos(int transmissions) {
        int doublings = Math.min(transmissions - 1, Long.numberOfLeadingZeros(first.toNanos()) - 1);
        return Math.min(first.toNanos() << doublings, greatest.toNanos());
    }

    boolean exhausted(int transmissions) {
        return transmissions > retries;
    }
}
