package io.github.restartoracle.internal.inbound;

import java.util.concurrent.TimeUnit;

/**
 * The policy for messages that the service refuses.
 *
 * @param mostRetries the number of attempts after the first, negative for no limit
 * @param intervalMillis before the second attempt, 1 or more
 * @param backoff the factor between one interval and the next, 1 or more
 */
public record RedeliveryPolicy(int mostRetries, long intervalMillis, int backoff) {
    private static final long LONGEST_INTERVAL_MILLIS = TimeUnit.HOURS.toMillis(1);

    /**
     * Returns the interval that follows another. Growth ends at an hour; an interval that was set longer stays as it is.
     *
     * @param presentMillis an interval
     * @return the next one
     */
    long after(long presentMillis) {
        return Math.max(presentMillis, Math.min(presentMillis * backoff, LONGEST_INTERVAL_MILLIS));
    }
}
