package io.github.restartoracle.internal.pending;

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

    private final PendingSet<Named> set = new PendingSet<>(oracle);

    private final Trace trace = new Trace();

    @Test
    void shouldCountATimeoutFromTheBeginningOfTheStage() {
        Named a = Named.in(set, "a", 0);
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
        Named a = Named.in(set, "a", 0);
        set.stage(a, Stage.CONNECTING, 0);
        decision = Decision.RACE;

        assertThat(trace.expire(set, 10)).isOne();
        assertThat(trace.expire(set, 20)).isOne();

        assertThat(events).containsExactly("CONNECTING 1 since 0", "CONNECTING 1 since 0");
        assertThat(trace.lines).containsExactly("race a#1", "race a#1");
        assertThat(a.transmissions()).isOne();
    }

    @Test
    void shouldWaitOnceMore() {
        set.stage(Named.in(set, "a", 0), Stage.RECEIVED, 0);
        decision = Decision.WAIT;
        assertThat(trace.expire(set, 100)).isZero();
        assertThat(set.nanosUntilDue(100)).isEqualTo(100);
        decision = Decision.GIVE_UP;
        assertThat(trace.expire(set, 200)).isOne();
        assertThat(events).containsExactly("RECEIVED 1 since 0", "RECEIVED 1 since 0");
        assertThat(trace.lines).containsExactly("give_up a#1");
        assertThat(Named.count(set)).isZero();
    }

    @Test
    void shouldBeginAReplacementUnobserved() {
        Named a = Named.in(set, "a", 0);
        set.stage(a, Stage.WRITTEN, 1);
        decision = Decision.REPLACE;

        trace.expire(set, 101);

        assertThat(events).containsExactly("WRITTEN 1 since 1");
        assertThat(trace.lines).containsExactly("replace a#2");
        assertThat(a.stage()).isEqualTo(Stage.UNOBSERVED);
        assertThat(a.stageSinceNanos()).isEqualTo(101);
    }

    @Test
    void shouldKeepASuspendedMessageSuspendedInAnyStage() {
        Named a = Named.in(set, "a", 0);
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
        set.acknowledge(Named.in(set, "a", 0), 5);
        set.acknowledge(Named.recovered(set, "b", 1, 0), 5);
        set.acknowledgeWithoutSample(Named.in(set, "c", 0), 5);
        Named d = Named.in(set, "d", 0);
        set.acknowledge(d, 5, new Echo(3, 0));
        set.acknowledge(d, 6);
        assertThat(events).containsExactly("sample 5", "no sample", "no sample", "no sample");
    }

    @Test
    void shouldTakeNoNoticeOfStagesForAnOracleThatKnowsTheTimeOnly() {
        PendingSet<Named> timed = new PendingSet<>(PathOracle.of(new ScriptedOracle(10)));
        Named a = Named.in(timed, "a", 0);
        timed.stage(a, Stage.RECEIVED, 5);
        assertThat(timed.nanosUntilDue(5)).isEqualTo(5);
        assertThat(a.stage()).isEqualTo(Stage.UNOBSERVED);
    }
}
