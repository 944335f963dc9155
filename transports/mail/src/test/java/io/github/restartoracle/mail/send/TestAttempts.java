package io.github.restartoracle.mail.send;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.AttemptListener;
import io.github.restartoracle.wsrm.attempt.PathResources;
import io.github.restartoracle.wsrm.runtime.ByteBudget;

/** Attempts without a queue. */
final class TestAttempts {
    private TestAttempts() {}

    static Attempt attempt() {
        return attempt(new AttemptListener() {});
    }

    static Attempt attempt(AttemptListener listener) {
        ByteBudget unlimited = ByteBudget.of(Long.MAX_VALUE);
        PathResources resources = new PathResources(Runnable::run, Runnable::run, Runnable::run, unlimited, unlimited);
        return new Attempt(1, NanoClock.system(), resources, Attempt.NEVER_STALE, listener);
    }
}
