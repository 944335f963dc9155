package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration INTERVAL = Duration.ofSeconds(6);
    private static final long SEED = 20261121;

    /** Returns a source that shortens no pause. */
    private static RandomGenerator none() {
        return () -> 0;
    }

    @Test
    void shouldDoubleUpToTheMaximumAndBeginAnewAfterASuccess() {
        Backoff backoff = new Backoff(INTERVAL, none());
        long[] seconds = {6, 12, 24, 48, 96, 192, 384, 600, 600};
        for (long expected : seconds) {
            assertThat(backoff.afterFailure(Reason.CONNECTION)).isEqualTo(Duration.ofSeconds(expected));
        }
        assertThat(backoff.failures()).isEqualTo(seconds.length);
        assertThat(backoff.afterSuccess()).isEqualTo(INTERVAL);
        assertThat(backoff.afterFailure(Reason.IN_USE)).isEqualTo(INTERVAL);
    }

    @Test
    void shouldRepeatARefusedLoginSlowly() {
        Backoff backoff = new Backoff(INTERVAL, none());
        Duration all = Duration.ZERO;
        for (int i = 0; i < 5; i++) {
            all = all.plus(backoff.afterFailure(Reason.LOGIN));
        }
        // A server that locks an account after five failures in half an hour does not lock this one.
        assertThat(all).isGreaterThanOrEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void shouldWaitAsLongAsALoginDelayMayBe() {
        Backoff backoff = new Backoff(INTERVAL, new Random(SEED));
        for (int i = 0; i < 20; i++) {
            assertThat(backoff.afterFailure(Reason.LOGIN_DELAY))
                    .as("seed %d", SEED)
                    .isGreaterThanOrEqualTo(Backoff.LOGIN_MIN);
        }
    }

    @Test
    void shouldStayWithinHalfOfThePauseWhenItJitters() {
        Random random = new Random(SEED);
        for (int run = 0; run < 100; run++) {
            Backoff backoff = new Backoff(INTERVAL, random);
            for (int i = 0; i < 40; i++) {
                Duration full = INTERVAL.multipliedBy(1L << Math.min(i, 10));
                Duration longest = full.compareTo(Backoff.MAX) > 0 ? Backoff.MAX : full;
                assertThat(backoff.afterFailure(null)).as("seed %d", SEED).isBetween(longest.dividedBy(2), longest);
            }
        }
    }
}
