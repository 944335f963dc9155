package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.outbound.Message.Kind;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.time.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests a path that is down while the destination holds a two-way call behind a message that was given up, and does not answer
 * for a minute.
 */
class HeldCanaryTest {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ManualClock clock = new ManualClock();
    private final List<Long> dispatched = new ArrayList<>();
    private final List<Attempt> written = new ArrayList<>();
    private final Path<String> path = new Path<>(
            new PathName("endpoint", "http://destination"),
            new PathSettings(
                    "canary",
                    OracleCatalog.load().factory(Settings.of(Map.of("oracle", "canary"))),
                    0,
                    Duration.ZERO,
                    8,
                    Long.MAX_VALUE,
                    true,
                    true,
                    null),
            PathResources.withoutThreads(clock),
            new SharedWindow(8, Long.MAX_VALUE),
            content -> content,
            this::carryOut);
    private final Sequence<String> sequence =
            Sequence.open(path, "s", true, Resend.UNSENT).orElseThrow();

    private void carryOut(Act<String> act) {
        if (act instanceof Act.Transmit<String> due) {
            dispatched.add(due.message().number());
            Attempt attempt = due.attempt();
            attempt.advance(Phase.CONNECTING);
            attempt.connected(1);
            attempt.advance(Phase.CONNECTED);
            attempt.advance(Phase.WRITTEN);
            written.add(attempt);
        }
    }

    private void pass(int steps) {
        for (int i = 0; i < steps; i++) {
            clock.advance(STEP_NANOS);
            path.expire(clock.nanoTime());
        }
    }

    private void reset() {
        List<Attempt> present = List.copyOf(written);
        written.clear();
        present.forEach(attempt -> attempt.fail(new IOException("reset")));
    }

    @Test
    void shouldTryAnotherMessageThanOneThatIsHeld() {
        // An earlier process has sent them.
        for (Message<String> message :
                List.of(sequence.message(2, "two-way", 1, Kind.AWAITED), PathFixture.message(sequence, 3))) {
            path.add(message, clock.nanoTime());
            path.recover(message, clock.nanoTime());
        }
        Message<String> missing = PathFixture.message(sequence, 1);
        path.add(missing, clock.nanoTime());
        path.recoverGivenUp(missing, "on purpose", clock.nanoTime());
        for (int i = 0; i < 200 && !path.status(clock.nanoTime()).reach().down(); i++) {
            pass(1);
            reset();
        }
        assertThat(path.status(clock.nanoTime()).reach().down()).isTrue();
        dispatched.clear();
        pass(600);
        assertThat(dispatched).contains(3L);
    }
}
