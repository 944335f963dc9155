package io.github.restartoracle.internal.pending;

import static io.github.restartoracle.status.SampleUse.NONE;
import static io.github.restartoracle.status.SampleUse.UNAMBIGUOUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.status.SampleUse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingSetTest {
    private final ScriptedOracle oracle = new ScriptedOracle(10);
    private final PendingSet<Named> set = new PendingSet<>(PathOracle.of(oracle));
    private final Trace trace = new Trace();

    @Test
    void shouldBeDueWhenTheTimeoutHasElapsed() {
        Named.in(set, "a", 100);

        assertThat(set.nanosUntilDue(100)).isEqualTo(10);
        assertThat(set.nanosUntilDue(109)).isEqualTo(1);
        assertThat(trace.expire(set, 109)).isZero();
        assertThat(set.nanosUntilDue(110)).isZero();
        assertThat(set.nanosUntilDue(500)).isZero();
        assertThat(trace.expire(set, 110)).isOne();
        assertThat(trace.lines).containsExactly("again a#2");
        assertThat(set.nanosUntilDue(110)).isEqualTo(10);
    }

    @Test
    void shouldNeverBeDueWhenEmptyOrTheOracleNeverRestarts() {
        assertThat(set.nanosUntilDue(5)).isEqualTo(Long.MAX_VALUE);
        assertThat(trace.expire(set, 5)).isZero();

        oracle.timeoutNanos = ScriptedOracle.NEVER;
        Named.in(set, "a", 0);

        assertThat(set.nanosUntilDue(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(trace.expire(set, Long.MAX_VALUE - 1)).isZero();
    }

    @Test
    void shouldWorkAcrossTheOverflowOfTheClock() {
        long start = Long.MAX_VALUE - 3;
        Named.in(set, "a", start);

        assertThat(set.nanosUntilDue(start + 9)).isEqualTo(1);
        assertThat(trace.expire(set, start + 10)).isOne();
        assertThat(set.nanosUntilDue(start + 15)).isEqualTo(5);
    }

    @Test
    void shouldMakeAllDueAtOnceWhenTheTimeoutShrinksAndNoneWhenItGrows() {
        oracle.timeoutNanos = 1000;
        for (int i = 0; i < 5; i++) {
            Named.in(set, "m" + i, i);
        }
        assertThat(set.nanosUntilDue(50)).isEqualTo(950);

        oracle.timeoutNanos = 48;
        assertThat(trace.expire(set, 50)).isEqualTo(3);
        assertThat(trace.lines).containsExactly("again m0#2", "again m1#2", "again m2#2");

        oracle.timeoutNanos = 1000;
        assertThat(set.nanosUntilDue(50)).isEqualTo(953);
    }

    @Test
    void shouldStopExpiringWhenATimeoutDoublesTheTimeout() {
        oracle.doubling = true;
        Named.in(set, "a", 0);
        Named.in(set, "b", 0);
        Named.in(set, "c", 0);

        assertThat(trace.expire(set, 15)).isOne();
        assertThat(trace.lines).containsExactly("again a#2");
        assertThat(oracle.events).containsExactly("timeout 1");
        assertThat(set.nanosUntilDue(15)).isEqualTo(5);
    }

    @Test
    void shouldExpireTheLongestOverdueFirstAndOfTwoTheOneSentMoreOften() {
        Named.in(set, "a", 0);
        trace.expire(set, 10);
        Named.in(set, "b", 10);
        Named.in(set, "c", 11);
        Named d = Named.in(set, "d", 11);
        set.suspend(d);
        set.resume(d, 12);
        trace.lines.clear();

        assertThat(trace.expire(set, 22)).isEqualTo(4);
        assertThat(trace.lines).containsExactly("again a#3", "again b#2", "again c#2", "again d#2");
    }

    @Test
    void shouldNotCountTheTimeoutOfAMessageThatStalls() {
        Named.in(set, "a", 0);
        assertThat(set.expire(10, message -> true))
                .extracting(Elapsed::decision)
                .containsExactly((Decision) null);
        assertThat(oracle.events).isEmpty();
        assertThat(set.nanosUntilDue(10)).as("it waits once more").isEqualTo(10);
        assertThat(trace.expire(set, 20)).isOne();
        assertThat(trace.lines).containsExactly("again a#2");
    }

    @Test
    void shouldCountFromWhenTheTransmissionBegins() {
        Named a = Named.in(set, "a", 0);
        Named.in(set, "b", 4);
        set.correctDispatch(a, 7);
        assertThat(set.nanosUntilDue(7)).as("b is due first").isEqualTo(7);
        trace.expire(set, 14);
        trace.expire(set, 17);
        assertThat(trace.lines).containsExactly("again b#2", "again a#2");
        assertThat(set.acknowledge(a, 20, new Echo(1, 0))).isEqualTo(new RoundTrip(SampleUse.EXACT, 13));
    }

    @Test
    void shouldStaySuspendedWhenItsTransmissionBegins() {
        Named a = Named.in(set, "a", 0);
        set.suspend(a);
        set.correctDispatch(a, 5);
        assertThat(set.nanosUntilDue(100)).isEqualTo(Long.MAX_VALUE);
        set.remove(a);
        set.correctDispatch(a, 6);
        assertThat(Named.count(set)).isZero();
    }

    @Test
    void shouldSayWhenARestartWasDue() {
        Named.in(set, "a", 0);
        Named.in(set, "b", 2);
        assertThat(due(15)).as("the timeout after the dispatch").containsExactly(10L, 12L);

        oracle.timeoutNanos = 1000;
        Named c = Named.in(set, "c", 15);
        set.acknowledge(c, 40);
        oracle.timeoutNanos = 5;
        assertThat(due(45)).as("the sample that made the timeout drop").containsExactly(40L, 40L);
        assertThat(due(60)).as("an old sample is forgotten").containsExactly(50L, 50L);
    }

    private List<Long> due(long nowNanos) {
        return set.expire(nowNanos, message -> false).stream()
                .map(Elapsed::dueNanos)
                .toList();
    }

    @Test
    void shouldGiveUpWhenTheOracleForbidsToRestart() {
        oracle.maxAttempts = 2;
        Named a = Named.in(set, "a", 0);

        trace.expire(set, 10);
        trace.expire(set, 20);

        assertThat(trace.lines).containsExactly("again a#2", "give_up a#2");
        assertThat(oracle.events).containsExactly("timeout 1", "timeout 2");
        assertThat(a.isPending()).isFalse();
        assertThat(Named.count(set)).isZero();
        assertThat(set.nanosUntilDue(1000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldDoNothingWhenAMessageIsNotPendingAnyMore() {
        Named a = Named.in(set, "a", 0);
        Named.in(set, "b", 0);
        set.acknowledge(a, 1);

        assertThat(set.acknowledge(a, 2).use()).isEqualTo(NONE);
        assertThat(set.acknowledge(a, 2, new Echo(1, 0)).use()).isEqualTo(NONE);
        set.remove(a);
        set.suspend(a);
        set.resume(a, 3);
        set.postpone(a);
        set.restart(a, 3);

        assertThat(a.isPending()).isFalse();
        assertThat(Named.count(set)).isOne();
        assertThat(oracle.samples).hasSize(1);
    }

    @Test
    void shouldTellTheOracleNothingWhenAMessageIsRemoved() {
        Named a = Named.in(set, "a", 0);
        set.remove(a);

        assertThat(Named.count(set)).isZero();
        assertThat(oracle.samples).isEmpty();
        assertThat(set.nanosUntilDue(100)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldRefuseAMessageOfAnotherSet() {
        Named a = Named.in(new PendingSet<Named>(PathOracle.of(oracle)), "a", 0);

        assertThatIllegalArgumentException().isThrownBy(() -> set.add(a, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> set.acknowledge(a, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> set.acknowledge(a, 1, new Echo(1, 0)));
        assertThatIllegalArgumentException().isThrownBy(() -> set.remove(a));
        assertThatIllegalArgumentException().isThrownBy(() -> set.suspend(a));
        assertThatIllegalArgumentException().isThrownBy(() -> set.resume(a, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> set.postpone(a));
        assertThatIllegalArgumentException().isThrownBy(() -> set.restart(a, 1));
        assertThat(a.isPending()).isTrue();
    }

    @Test
    void shouldNotRestartASuspendedMessageUntilItIsResumed() {
        Named a = Named.in(set, "a", 0);
        Named b = Named.in(set, "b", 0);
        set.suspend(a);
        set.suspend(a);
        set.suspend(b);

        assertThat(a.isPending()).isTrue();
        assertThat(Named.count(set)).isEqualTo(2);
        assertThat(set.nanosUntilDue(100)).isEqualTo(Long.MAX_VALUE);
        assertThat(trace.expire(set, 100)).isZero();

        set.resume(a, 100);
        set.resume(a, 105);
        assertThat(set.nanosUntilDue(100)).isEqualTo(10);
        assertThat(trace.expire(set, 110)).isOne();
        assertThat(trace.lines).containsExactly("again a#2");
        assertThat(set.acknowledge(b, 120).use()).isEqualTo(UNAMBIGUOUS);
        assertThat(Named.count(set)).isOne();
    }

    @Test
    void shouldWaitForAPostponedRestartUntilItIsMade() {
        Named a = Named.in(set, "a", 0);
        trace.expire(set, 10);
        set.postpone(a);
        set.postpone(a);

        assertThat(a.transmissions()).isOne();
        assertThat(a.isPending()).isTrue();
        assertThat(set.nanosUntilDue(100)).isEqualTo(Long.MAX_VALUE);
        set.restart(a, 100);
        set.restart(a, 105);
        assertThat(a.transmissions()).isEqualTo(2);
        assertThat(a.lastDispatchedNanos()).isEqualTo(100);
        assertThat(set.nanosUntilDue(100)).isEqualTo(10);
        assertThat(trace.expire(set, 110)).isOne();
        assertThat(trace.lines).containsExactly("again a#2", "again a#3");
        assertThat(oracle.events).containsExactly("timeout 1", "timeout 2");
    }

    @Test
    void shouldRefuseToPostponeARestartThatWasNotAskedFor() {
        Named a = Named.in(set, "a", 0);
        Named b = Named.recovered(set, "b", 3, 0);

        assertThatIllegalStateException().isThrownBy(() -> set.postpone(a));
        assertThatIllegalStateException().isThrownBy(() -> set.postpone(b));
        assertThat(a.transmissions()).isOne();
        assertThat(b.transmissions()).isEqualTo(3);
        assertThat(set.nanosUntilDue(0)).isEqualTo(10);
    }

    @Test
    void shouldKeepTheLaneInOrderWhenAThreadComesLateWithItsTime() {
        Named.in(set, "a", 10);
        Named.in(set, "b", 7);

        assertThat(set.nanosUntilDue(10)).isEqualTo(10);
        assertThat(trace.expire(set, 19)).isZero();
        assertThat(trace.expire(set, 20)).isEqualTo(2);
    }

    @Test
    void shouldNotBeDueEarlierWhenAskedWithATimeBeforeTheDispatch() {
        oracle.timeoutNanos = Long.MAX_VALUE - 1;
        Named.in(set, "a", 10);

        assertThat(set.nanosUntilDue(5)).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void shouldExpireOnceWhenTheOracleBreaksItsContract() {
        oracle.timeoutNanos = 0;
        Named.in(set, "a", 0);

        assertThat(trace.expire(set, 5)).isOne();
        assertThat(set.nanosUntilDue(5)).isEqualTo(1);
    }

    @Test
    void shouldStayConsistentWhenTheOracleThrows() {
        Named a = Named.in(set, "a", 0);
        oracle.throwing = true;

        assertThatIllegalStateException().isThrownBy(() -> trace.expire(set, 10));
        assertThat(a.transmissions()).isOne();
        oracle.throwing = false;
        assertThat(trace.expire(set, 10)).isOne();
        assertThat(trace.lines).containsExactly("again a#2");
    }

    @Test
    void shouldAskTheOracleOnlyForLanesThatAreNotEmpty() {
        Named far = Named.recovered(set, "far", 100_000, 0);
        for (int i = 0; i < 1000; i++) {
            Named.in(set, "near", 0);
        }

        oracle.asked = 0;
        set.nanosUntilDue(1);
        assertThat(oracle.asked).isEqualTo(2);

        set.remove(far);
        oracle.asked = 0;
        set.nanosUntilDue(1);
        assertThat(oracle.asked).isOne();
    }

    @Test
    void shouldNotAskTheOracleForTimeoutsWhenAddingAndAcknowledging() {
        List<Named> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            all.add(Named.in(set, "m", i));
        }
        for (int i = 999; i >= 0; i -= 2) {
            set.acknowledge(all.get(i), 1000);
        }
        assertThat(oracle.asked).isZero();

        assertThat(trace.expire(set, 2000)).isEqualTo(500);
        // Two lanes at most, each asked once per timeout and once more to see that no message is left.
        assertThat(oracle.asked).isLessThanOrEqualTo(2 * 501);
    }
}
