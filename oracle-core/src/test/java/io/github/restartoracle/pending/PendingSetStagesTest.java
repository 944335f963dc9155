package io.github.restartoracle.pending;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PendingSetStagesTest {
    private final List<String> events = new ArrayList<>();
    private Decision decision = Decision.AGAIN;

    /** A timeout of 10 while connecting, of 100 otherwise. */
    private final PathOracle oracle = new PathOracle() {
        @Override
        public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
            return stage == Stage.CONNECTING ? 10 : 100;
        }

        @Override
        public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
            events.add(stage + " " + attempt + " since " + sinceNanos);
            return decision;
        }

        @Override
        public boolean staged() {
            return true;
        }

        @Override
        public void acknowledged(long nowNanos, @Nullable RttSample sample) {
            events.add(sample == null ? "no sample" : "sample " + sample.rttNanos());
        }
    };

    private final PendingSet<String> set = new PendingSet<>(oracle);

    private final Due<String> due = new Due<>() {
        @Override
        public void restart(Pending<String> pending) {
            events.add("again " + pending.message() + "#" + pending.attempts());
        }

        @Override
        public void replace(Pending<String> pending, long dueNanos) {
            events.add("replace " + pending.message() + "#" + pending.attempts());
        }

        @Override
        public void race(Pending<String> pending) {
            events.add("race " + pending.message() + "#" + pending.attempts());
        }

        @Override
        public void giveUp(Pending<String> pending) {
            events.add("give up " + pending.message());
        }
    };

    @Test
    void shouldCountATimeoutFromTheBeginningOfTheStage() {
        Pending<String> a = set.add("a", 0);
        set.stage(a, Stage.CONNECTING, 50);
        assertThat(set.nanosUntilDue(50)).isEqualTo(10);
        assertThat(set.size(Stage.CONNECTING)).isOne();

        set.stage(a, Stage.WRITTEN, 55);

        assertThat(set.nanosUntilDue(60)).isEqualTo(95);
        assertThat(set.size(Stage.CONNECTING)).isZero();
        assertThat(a.stageSinceNanos()).isEqualTo(55);
        assertThat(set.sizeByAttempt()).isEqualTo(Map.of(1, 1));
    }

    @Test
    void shouldRaceWithoutATransmission() {
        Pending<String> a = set.add("a", 0);
        set.stage(a, Stage.CONNECTING, 0);
        decision = Decision.RACE;

        assertThat(set.expire(10, due)).isOne();
        assertThat(set.expire(20, due)).isOne();

        assertThat(events).containsExactly("CONNECTING 1 since 0", "race a#1", "CONNECTING 1 since 0", "race a#1");
        assertThat(a.attempts()).isOne();
    }

    @Test
    void shouldWaitOnceMore() {
        set.stage(set.add("a", 0), Stage.RECEIVED, 0);
        decision = Decision.WAIT;
        assertThat(set.expire(100, due)).isZero();
        assertThat(set.nanosUntilDue(100)).isEqualTo(100);
        decision = Decision.GIVE_UP;
        assertThat(set.expire(200, due)).isOne();
        assertThat(events).containsExactly("RECEIVED 1 since 0", "RECEIVED 1 since 0", "give up a");
        assertThat(set.size()).isZero();
    }

    @Test
    void shouldBeginAReplacementUnobserved() {
        Pending<String> a = set.add("a", 0);
        set.stage(a, Stage.WRITTEN, 1);
        decision = Decision.REPLACE;

        set.expire(101, due);

        assertThat(events).containsExactly("WRITTEN 1 since 1", "replace a#2");
        assertThat(a.stage()).isEqualTo(Stage.UNOBSERVED);
        assertThat(a.stageSinceNanos()).isEqualTo(101);
    }

    @Test
    void shouldKeepASuspendedMessageSuspendedInAnyStage() {
        Pending<String> a = set.add("a", 0);
        set.stage(a, Stage.CONNECTING, 0);
        set.suspend(a);
        set.stage(a, Stage.WRITTEN, 5);
        assertThat(set.nanosUntilDue(5)).isEqualTo(Long.MAX_VALUE);

        set.resume(a, 7);

        assertThat(set.in(Stage.WRITTEN)).containsExactly(a);
        assertThat(set.nanosUntilDue(7)).isEqualTo(100);
        set.remove(a);
        set.stage(a, Stage.RECEIVED, 8);
        assertThat(set.size(Stage.RECEIVED)).isZero();
    }

    @Test
    void shouldTellOfAnAcknowledgementWithoutASample() {
        set.acknowledge(set.add("a", 0), 5);
        set.acknowledge(set.recover("b", 1, 0), 5);
        set.acknowledgeWithoutSample(set.add("c", 0), 5);
        Pending<String> d = set.add("d", 0);
        set.acknowledge(d, 5, new Echo(3, 0));
        set.acknowledge(d, 6);
        assertThat(events).containsExactly("sample 5", "no sample", "no sample", "no sample");
    }

    @Test
    void shouldTakeNoNoticeOfStagesForAnOracleThatKnowsTheTimeOnly() {
        PendingSet<String> timed = new PendingSet<>(new ScriptedOracle(10));
        Pending<String> a = timed.add("a", 0);
        timed.stage(a, Stage.RECEIVED, 5);
        assertThat(timed.nanosUntilDue(5)).isEqualTo(5);
        assertThat(a.stage()).isEqualTo(Stage.UNOBSERVED);
    }
}
