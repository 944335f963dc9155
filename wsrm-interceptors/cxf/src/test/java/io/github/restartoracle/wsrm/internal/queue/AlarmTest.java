package io.github.restartoracle.wsrm.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlarmTest {
    private static final long MILLI = 1_000_000;

    private record Task(long atNanos, Runnable action) {}

    private final ManualClock clock = new ManualClock();
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::atNanos));
    private final Alarm alarm =
            new Alarm(clock, (nanos, task) -> tasks.add(new Task(clock.nanoTime() + Math.max(0, nanos), task)));
    /** The times at which the path was called, in nanoseconds since the test began. */
    private final List<Long> expired = new ArrayList<>();

    private final long beganNanos = clock.nanoTime();
    private long dueAtNanos = Long.MAX_VALUE;
    private long periodNanos = 1_000 * MILLI;

    @BeforeEach
    void setPath() {
        alarm.wakes(this::nanosUntilDue, this::expire);
    }

    private long nanosUntilDue(long nowNanos) {
        return dueAtNanos == Long.MAX_VALUE ? Long.MAX_VALUE : beganNanos + dueAtNanos - nowNanos;
    }

    private void expire(long nowNanos) {
        expired.add(nowNanos - beganNanos);
        dueAtNanos = nowNanos - beganNanos + periodNanos;
    }

    private void becomesDue(long nanos) {
        dueAtNanos = nanos;
        alarm.dueIn(beganNanos + nanos - clock.nanoTime());
    }

    private void runUntil(long nanos) {
        while (!tasks.isEmpty() && tasks.element().atNanos() - beganNanos <= nanos) {
            Task task = tasks.remove();
            clock.advance(Duration.ofNanos(Math.max(0, task.atNanos() - clock.nanoTime())));
            task.action().run();
        }
        clock.advance(Duration.ofNanos(Math.max(0, beganNanos + nanos - clock.nanoTime())));
    }

    @Test
    void shouldWakeThePathWhenItIsDueAndAgain() {
        periodNanos = 7 * MILLI;
        becomesDue(10 * MILLI);
        runUntil(30 * MILLI);
        assertThat(expired).containsExactly(10 * MILLI, 17 * MILLI, 24 * MILLI);
    }

    @Test
    void shouldRingEarlierWhenAMessageIsDueEarlier() {
        becomesDue(10 * MILLI);
        becomesDue(4 * MILLI);
        runUntil(30 * MILLI);
        assertThat(expired).containsExactly(4 * MILLI);
    }

    @Test
    void shouldPlanNothingNewWhenAnEarlierRingIsPlanned() {
        alarm.dueIn(4 * MILLI);
        for (int i = 0; i < 1_000; i++) {
            alarm.dueIn(10 * MILLI);
        }
        assertThat(tasks).hasSize(1);
    }

    @Test
    void shouldAskThePathAgainWhenItsMessageHasLeft() {
        alarm.dueIn(4 * MILLI);
        dueAtNanos = 9 * MILLI;
        runUntil(30 * MILLI);
        assertThat(expired).containsExactly(9 * MILLI);
    }

    @Test
    void shouldPlanNothingForAPathThatWillNeverBeDue() {
        alarm.dueIn(Long.MAX_VALUE);
        assertThat(tasks).isEmpty();
        alarm.dueIn(4 * MILLI);
        runUntil(5 * MILLI);
        assertThat(tasks).isEmpty();
        assertThat(expired).isEmpty();
    }

    @Test
    void shouldNotSpinWhenAPathIsAlwaysDue() {
        periodNanos = 0;
        becomesDue(0);
        runUntil(10 * Alarm.LEAST_PAUSE_NANOS);
        assertThat(expired).hasSize(11);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCallAPathAgainSomeTimeAfterItHasThrown(boolean error) {
        alarm.wakes(this::nanosUntilDue, nowNanos -> {
            expire(nowNanos);
            dueAtNanos = nowNanos - beganNanos;
            if (error) {
                throw new OutOfMemoryError("on purpose");
            }
            throw new IllegalStateException("on purpose");
        });
        becomesDue(0);
        runUntil(2 * Alarm.PAUSE_AFTER_ERROR_NANOS);
        assertThat(expired).containsExactly(0L, Alarm.PAUSE_AFTER_ERROR_NANOS, 2 * Alarm.PAUSE_AFTER_ERROR_NANOS);
    }
}
