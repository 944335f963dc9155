package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Computes the pauses of a poller. After a failure the pause doubles from the poll interval to a maximum, and is shortened by
 * up to a half at random, so that pollers do not come back together. A refused login is repeated slowly from the beginning,
 * since servers lock accounts that fail often.
 *
 * <p>Not thread-safe.
 */
final class Backoff {
    static final Duration MAX = Duration.ofMinutes(10);
    static final Duration LOGIN_MIN = Duration.ofMinutes(1);
    static final Duration LOGIN_MAX = Duration.ofMinutes(30);

    private final Duration interval;
    private final RandomGenerator random;
    private int failures;

    Backoff(Duration interval, RandomGenerator random) {
        this.interval = interval;
        this.random = random;
    }

    int failures() {
        return failures;
    }

    Duration afterSuccess() {
        failures = 0;
        return interval;
    }

    /** Returns the pause after a failure; the reason is null if the server was not the cause. */
    Duration afterFailure(@Nullable Reason reason) {
        boolean login = reason == Reason.LOGIN || reason == Reason.TLS || reason == Reason.LOGIN_DELAY;
        Duration first = login ? max(interval, LOGIN_MIN) : interval;
        Duration longest = max(interval, login ? LOGIN_MAX : MAX);
        int doublings = Math.min(failures++, 20);
        double nanos = Math.min((double) first.toNanos() * (1L << doublings), (double) longest.toNanos());
        Duration pause = Duration.ofNanos((long) (nanos * (1 - random.nextDouble() / 2)));
        // A server that asks for a pause means at least the one of its CAPA; a minute is more than any asks for.
        return reason == Reason.LOGIN_DELAY ? max(pause, LOGIN_MIN) : max(pause, first.dividedBy(2));
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
