package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.AttemptListener;
import io.github.restartoracle.internal.attempt.ByteBudget;
import io.github.restartoracle.internal.attempt.ConnectionReuse;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.time.NanoClock;

/** Attempts without a queue. */
final class TestAttempts {
    private TestAttempts() {}

    static Attempt attempt() {
        return attempt(new AttemptListener() {});
    }

    static Attempt attempt(AttemptListener listener) {
        ByteBudget unlimited = ByteBudget.of(Long.MAX_VALUE);
        PathResources resources = new PathResources(
                NanoClock.system(), Runnable::run, Runnable::run, Runnable::run, unlimited, unlimited);
        return new Attempt(1, NanoClock.system().nanoTime(), resources, ConnectionReuse.ANY, listener);
    }
}
