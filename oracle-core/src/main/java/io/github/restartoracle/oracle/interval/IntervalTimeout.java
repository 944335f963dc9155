package io.github.restartoracle.oracle.interval;

import io.github.restartoracle.oracle.TimeoutBounds;
import java.time.Duration;

/** The range of an interval's timeout. */
final class IntervalTimeout {
    private IntervalTimeout() {}

    static void check(Duration timeout) {
        if (timeout.compareTo(TimeoutBounds.LEAST) < 0 || timeout.compareTo(TimeoutBounds.GREATEST) > 0) {
            throw new IllegalArgumentException("timeout must be from 1 ms to 7 d, was " + timeout);
        }
    }
}
