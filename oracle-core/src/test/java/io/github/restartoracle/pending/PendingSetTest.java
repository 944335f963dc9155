package io.github.restartoracle.pending;

import static io.github.restartoracle.pending.SampleUse.NONE;
import static io.github.restartoracle.pending.SampleUse.UNAMBIGUOUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingSetTest {
    private final ScriptedOracle oracle = new ScriptedOracle(10);
    private final PendingSet<String> set = new PendingSet<>(oracle);
    private final Trace trace = new Trace();

    @Test
    void shouldBeDueWhenTheTimeoutHasElapsed() {
        set.add("a", 100);

        assertThat(set.nanosUntilDue(100)).isEqualTo(10);
        assertThat(set.nanosUntilDue(109)).isEqualTo(1);
        assertThat(set.expire(109, trace)).isZero();
        assertThat(set.nanosUntilDue(110)).isZero();
        assertThat(set.nanosUntilDue(500)).isZero();
        assertThat(set.expire(110, trace)).isOne();
        assertThat(trace.lines).containsExactly("restart a#2");
        assertThat(set.nanosUntilDue(110)).isEqualTo(10);
    }

    @Test
    void shouldNeverBeDueWhenEmptyOrTheOracleNeverRestarts() {
        assertThat(set.nanosUntilDue(5)).isEqualTo(Long.MAX_VALUE);
        assertThat(set.expire(5, trace)).isZero();

        oracle.timeoutNanos = ScriptedOracle.NEVER;
        set.add("a", 0);

        assertThat(set.nanosUntilDue(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(set.expire(Long.MAX_VALUE - 1, trace)).isZero();
    }

    @Test
    void shouldWorkAcrossTheOverflowOfTheClock() {
        long start = Long.MAX_VALUE - 3;
        set.add("a", start);

        assertThat(set.nanosUntilDue(start + 9)).isEqualTo(1);
        assertThat(set.expire(start + 10, trace)).isOne();
        assertThat(set.nanosUntilDue(start + 15)).isEqualTo(5);
    }

    @Test
    void shouldMakeAllDueAtOnceWhenTheTimeoutShrinksAndNoneWhenItGrows() {
        oracle.timeoutNanos = 1000;
        for (int i = 0; i < 5; i++) {
            set.add("m" + i, i);
        }
        assertThat(set.nanosUntilDue(50)).isEqualTo(950);

        oracle.timeoutNanos = 48;
        assertThat(set.expire(50, trace)).isEqualTo(3);
        assertThat(trace.lines).containsExactly("restart m0#2", "restart m1#2", "restart m2#2");

        oracle.timeoutNanos = 1000;
        assertThat(set.nanosUntilDue(50)).isEqualTo(953);
    }

    @Test
    void shouldStopExpiringWhenATimeoutDoublesTheTimeout() {
        oracle.doubling = true;
        set.add("a", 0);
        set.add("b", 0);
        set.add("c", 0);

        assertThat(set.expire(15, trace)).isOne();
        assertThat(trace.lines).containsExactly("restart a#2");
        assertThat(oracle.events).containsExactly("timeout 1");
        assertThat(set.nanosUntilDue(15)).isEqualTo(5);
    }

    @Test
    void shouldExpireTheLongestOverdueFirstAndOfTwoTheOneSentMoreOften() {
        set.add("a", 0);
        set.expire(10, trace);
        set.add("b", 10);
        set.add("c", 11);
        Pending<String> d = set.add("d", 11);
        set.suspend(d);
        set.resume(d, 12);
        trace.lines.clear();

        assertThat(set.expire(22, trace)).isEqualTo(4);
        assertThat(trace.lines).containsExactly("restart a#3", "restart b#2", "restart c#2", "restart d#2");
    }

    @Test
    void shouldNotCountTheTimeoutOfAMessageThatStalls() {
        set.add("a", 0);
        Due<String> stalling = new Due<>() {
            @Override
            public boolean isStalled(Pending<String> pending) {
                return true;
            }

            @Override
            public void restart(Pending<String> pending) {
                throw new AssertionError("it stalls");
            }

            @Override
            public void giveUp(Pending<String> pending) {
                throw new AssertionError("it stalls");
            }
        };
        assertThat(set.expire(10, stalling)).isZero();
        assertThat(oracle.events).isEmpty();
        assertThat(set.nanosUntilDue(10)).as("it waits once more").isEqualTo(10);
        assertThat(set.expire(20, trace)).isOne();
        assertThat(trace.lines).containsExactly("restart a#2");
    }

    @Test
    void shouldCountFromWhenTheTransmissionBegins() {
        Pending<String> a = set.add("a", 0);
        set.add("b", 4);
        set.correctDispatch(a, 7);
        assertThat(set.nanosUntilDue(7)).as("b is due first").isEqualTo(7);
        set.expire(14, trace);
        set.expire(17, trace);
        assertThat(trace.lines).containsExactly("restart b#2", "restart a#2");
        assertThat(set.acknowledge(a, 20, new Echo(1, 0))).isEqualTo(new RoundTrip(SampleUse.EXACT, 13));
    }

    @Test
    void shouldStaySuspendedWhenItsTransmissionBegins() {
        Pending<String> a = set.add("a", 0);
        set.suspend(a);
        set.correctDispatch(a, 5);
        assertThat(set.nanosUntilDue(100)).isEqualTo(Long.MAX_VALUE);
        set.remove(a);
        set.correctDispatch(a, 6);
        assertThat(set.size()).isZero();
    }

    @Test
    void shouldSayWhenARestartWasDue() {
        List<Long> due = new ArrayList<>();
        Due<String> noting = new Due<>() {
            @Override
            public void restart(Pending<String> pending) {
                throw new AssertionError("the time at which it was due is missing");
            }

            @Override
            public void restart(Pending<String> pending, long dueNanos) {
                due.add(dueNanos);
            }

            @Override
            public void giveUp(Pending<String> pending) {}
        };
        set.add("a", 0);
        set.add("b", 2);
        set.expire(15, noting);
        assertThat(due).as("the timeout after the dispatch").containsExactly(10L, 12L);

        due.clear();
        oracle.timeoutNanos = 1000;
        Pending<String> c = set.add("c", 15);
        set.acknowledge(c, 40);
        oracle.timeoutNanos = 5;
        set.expire(45, noting);
        assertThat(due).as("the sample that made the timeout drop").containsExactly(40L, 40L);

        due.clear();
        set.expire(60, noting);
        assertThat(due).as("an old sample is forgotten").containsExactly(50L, 50L);
    }

    @Test
    void shouldGiveUpWhenTheOracleForbidsToRestart() {
        oracle.maxAttempts = 2;
        Pending<String> a = set.add("a", 0);

        set.expire(10, trace);
        set.expire(20, trace);

        assertThat(trace.lines).containsExactly("restart a#2", "giveUp a#2");
        assertThat(oracle.events).containsExactly("timeout 1", "timeout 2");
        assertThat(a.isPending()).isFalse();
        assertThat(set.size()).isZero();
        assertThat(set.nanosUntilDue(1000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldDoNothingWhenAMessageIsNotPendingAnyMore() {
        Pending<String> a = set.add("a", 0);
        set.add("b", 0);
        set.acknowledge(a, 1);

        assertThat(set.acknowledge(a, 2).use()).isEqualTo(NONE);
        assertThat(set.acknowledge(a, 2, new Echo(1, 0)).use()).isEqualTo(NONE);
        set.remove(a);
        set.suspend(a);
        set.resume(a, 3);
        set.postpone(a);
        set.restart(a, 3);

        assertThat(a.isPending()).isFalse();
        assertThat(set.size()).isOne();
        assertThat(oracle.samples).hasSize(1);
    }

    @Test
    void shouldTellTheOracleNothingWhenAMessageIsRemoved() {
        Pending<String> a = set.add("a", 0);
        set.remove(a);

        assertThat(set.size()).isZero();
        assertThat(oracle.samples).isEmpty();
        assertThat(set.nanosUntilDue(100)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldRefuseAMessageOfAnotherSet() {
        Pending<String> a = new PendingSet<String>(oracle).add("a", 0);

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
        Pending<String> a = set.add("a", 0);
        Pending<String> b = set.add("b", 0);
        set.suspend(a);
        set.suspend(a);
        set.suspend(b);

        assertThat(a.isPending()).isTrue();
        assertThat(set.size()).isEqualTo(2);
        assertThat(set.nanosUntilDue(100)).isEqualTo(Long.MAX_VALUE);
        assertThat(set.expire(100, trace)).isZero();

        set.resume(a, 100);
        set.resume(a, 105);
        assertThat(set.nanosUntilDue(100)).isEqualTo(10);
        assertThat(set.expire(110, trace)).isOne();
        assertThat(trace.lines).containsExactly("restart a#2");
        assertThat(set.acknowledge(b, 120).use()).isEqualTo(UNAMBIGUOUS);
        assertThat(set.size()).isOne();
    }

    @Test
    void shouldWaitForAPostponedRestartUntilItIsMade() {
        Pending<String> a = set.add("a", 0);
        set.expire(10, trace);
        set.postpone(a);
        set.postpone(a);

        assertThat(a.attempts()).isOne();
        assertThat(a.isPending()).isTrue();
        assertThat(set.nanosUntilDue(100)).isEqualTo(Long.MAX_VALUE);
        set.restart(a, 100);
        set.restart(a, 105);
        assertThat(a.attempts()).isEqualTo(2);
        assertThat(a.lastDispatchedNanos()).isEqualTo(100);
        assertThat(set.nanosUntilDue(100)).isEqualTo(10);
        assertThat(set.expire(110, trace)).isOne();
        assertThat(trace.lines).containsExactly("restart a#2", "restart a#3");
        assertThat(oracle.events).containsExactly("timeout 1", "timeout 2");
    }

    @Test
    void shouldRefuseToPostponeARestartThatWasNotAskedFor() {
        Pending<String> a = set.add("a", 0);
        Pending<String> b = set.recover("b", 3, 0);

        assertThatIllegalStateException().isThrownBy(() -> set.postpone(a));
        assertThatIllegalStateException().isThrownBy(() -> set.postpone(b));
        assertThat(a.attempts()).isOne();
        assertThat(b.attempts()).isEqualTo(3);
        assertThat(set.nanosUntilDue(0)).isEqualTo(10);
    }

    @Test
    void shouldKeepTheLaneInOrderWhenAThreadComesLateWithItsTime() {
        set.add("a", 10);
        set.add("b", 7);

        assertThat(set.nanosUntilDue(10)).isEqualTo(10);
        assertThat(set.expire(19, trace)).isZero();
        assertThat(set.expire(20, trace)).isEqualTo(2);
    }

    @Test
    void shouldNotBeDueEarlierWhenAskedWithATimeBeforeTheDispatch() {
        oracle.timeoutNanos = Long.MAX_VALUE - 1;
        set.add("a", 10);

        assertThat(set.nanosUntilDue(5)).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void shouldExpireOnceWhenTheOracleBreaksItsContract() {
        oracle.timeoutNanos = 0;
        set.add("a", 0);

        assertThat(set.expire(5, trace)).isOne();
        assertThat(set.nanosUntilDue(5)).isEqualTo(1);
    }

    @Test
    void shouldDealWithAllMessagesWhenACallbackThrows() {
        set.add("a", 0);
        set.add("b", 0);
        set.add("c", 0);
        Due<String> failing = new Due<>() {
            @Override
            public void restart(Pending<String> pending) {
                trace.restart(pending);
                if (!pending.message().equals("b")) {
                    throw new IllegalStateException(pending.message());
                }
            }

            @Override
            public void giveUp(Pending<String> pending) {}
        };

        assertThatIllegalStateException()
                .isThrownBy(() -> set.expire(10, failing))
                .withMessage("a");
        assertThat(trace.lines).containsExactly("restart a#2", "restart b#2", "restart c#2");
        assertThat(set.size()).isEqualTo(3);
        assertThat(set.nanosUntilDue(10)).isEqualTo(10);
    }

    @Test
    void shouldStayConsistentWhenACallbackEndsWithAnError() {
        set.add("a", 0);
        set.add("b", 0);
        Due<String> broken = new Due<>() {
            @Override
            public void restart(Pending<String> pending) {
                throw new AssertionError(pending.message());
            }

            @Override
            public void giveUp(Pending<String> pending) {}
        };

        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> set.expire(10, broken));
        assertThat(set.expire(10, trace)).isOne();
        assertThat(trace.lines).containsExactly("restart b#2");
        assertThat(set.expire(20, trace)).isEqualTo(2);
    }

    @Test
    void shouldStayConsistentWhenTheOracleThrows() {
        Pending<String> a = set.add("a", 0);
        oracle.throwing = true;

        assertThatIllegalStateException().isThrownBy(() -> set.expire(10, trace));
        assertThat(a.attempts()).isOne();
        oracle.throwing = false;
        assertThat(set.expire(10, trace)).isOne();
        assertThat(trace.lines).containsExactly("restart a#2");
    }

    @Test
    void shouldAllowTheCallbackToUseTheSet() {
        set.add("a", 0);
        Pending<String> b = set.add("b", 0);
        List<String> added = new ArrayList<>();
        Due<String> busy = new Due<>() {
            @Override
            public void restart(Pending<String> pending) {
                set.acknowledge(pending, 10, new Echo(2, 0));
                set.remove(b);
                set.add("c", 10);
                added.add(pending.message());
            }

            @Override
            public void giveUp(Pending<String> pending) {}
        };

        assertThat(set.expire(10, busy)).isOne();
        assertThat(added).containsExactly("a");
        assertThat(set.size()).isOne();
        assertThat(set.nanosUntilDue(10)).isEqualTo(10);
    }

    @Test
    void shouldAskTheOracleOnlyForLanesThatAreNotEmpty() {
        Pending<String> far = set.recover("far", 100_000, 0);
        for (int i = 0; i < 1000; i++) {
            set.add("near", 0);
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
        List<Pending<String>> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            all.add(set.add("m", i));
        }
        for (int i = 999; i >= 0; i -= 2) {
            set.acknowledge(all.get(i), 1000);
        }
        assertThat(oracle.asked).isZero();

        assertThat(set.expire(2000, trace)).isEqualTo(500);
        // Two lanes at most, each asked once per timeout and once more to see that no message is left.
        assertThat(oracle.asked).isLessThanOrEqualTo(2 * 501);
    }
}
