package io.github.restartoracle.pending;

import static io.github.restartoracle.pending.SampleUse.AMBIGUOUS;
import static io.github.restartoracle.pending.SampleUse.EXACT;
import static io.github.restartoracle.pending.SampleUse.NONE;
import static io.github.restartoracle.pending.SampleUse.REJECTED;
import static io.github.restartoracle.pending.SampleUse.UNAMBIGUOUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.restartoracle.oracle.RttSample;
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
    void shouldFollowKarnWhenNothingIsEchoed() {
        Pending<String> a = set.add("a", 0);
        Pending<String> b = set.add("b", 1);

        assertThat(set.acknowledge(a, 7)).isEqualTo(UNAMBIGUOUS);
        set.expire(11, trace);
        assertThat(set.acknowledge(b, 13)).isEqualTo(AMBIGUOUS);

        assertThat(oracle.samples).containsExactly(new RttSample(7, 1, false), new RttSample(12, 2, false));
        assertThat(set.size()).isZero();
    }

    @Test
    void shouldGiveAnExactSampleWhenTheTransmissionIsEchoed() {
        Pending<String> a = set.add("a", 0);
        Pending<String> b = set.add("b", 0);
        set.expire(10, trace);

        assertThat(set.acknowledge(a, 14, new Echo(1, 3))).isEqualTo(EXACT);
        assertThat(set.acknowledge(b, 14, new Echo(2, 4))).isEqualTo(EXACT);

        assertThat(oracle.samples).containsExactly(new RttSample(11, 2, true), new RttSample(0, 2, true));
    }

    @Test
    void shouldRejectTheEchoWhenItContradictsWhatWasSent() {
        List<Echo> lies = List.of(
                new Echo(0, 0),
                new Echo(-1, 0),
                new Echo(2, 0),
                new Echo(Integer.MAX_VALUE, 0),
                new Echo(1, -1),
                new Echo(1, 6),
                new Echo(1, Long.MAX_VALUE));
        for (Echo lie : lies) {
            Pending<String> a = set.add("a", 0);

            assertThat(set.acknowledge(a, 5, lie)).as("%s", lie).isEqualTo(REJECTED);
            assertThat(a.isPending()).isFalse();
        }
        assertThat(oracle.samples).isEmpty();
        assertThat(set.size()).isZero();
    }

    @Test
    void shouldRejectTheSampleWhenTheAcknowledgementIsOlderThanTheDispatch() {
        Pending<String> a = set.add("a", 0);
        a.dispatched(1, 8);

        assertThat(set.acknowledge(a, 7)).isEqualTo(REJECTED);
        assertThat(oracle.samples).isEmpty();
    }

    @Test
    void shouldMeasureFromTheCorrectedDispatchButWaitFromTheFormer() {
        Pending<String> a = set.add("a", 0);
        a.dispatched(1, 6);
        assertThat(a.firstDispatchedNanos()).isEqualTo(6);
        assertThat(a.lastDispatchedNanos()).isEqualTo(6);
        assertThat(set.nanosUntilDue(6)).isEqualTo(4);

        set.expire(10, trace);
        assertThat(a.lastDispatchedNanos()).isEqualTo(10);
        a.dispatched(2, 12);
        assertThat(a.firstDispatchedNanos()).isEqualTo(6);
        assertThat(a.lastDispatchedNanos()).isEqualTo(12);
        assertThat(set.nanosUntilDue(12)).isEqualTo(8);

        set.acknowledge(a, 15, new Echo(2, 0));
        assertThat(oracle.samples).containsExactly(new RttSample(3, 2, true));
    }

    @Test
    void shouldRefuseToCorrectATransmissionThatWasNotMade() {
        Pending<String> a = set.add("a", 0);

        assertThatIllegalArgumentException().isThrownBy(() -> a.dispatched(0, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> a.dispatched(2, 1))
                .withMessage("attempt must be from 1 to 1, was 2");
    }

    @Test
    void shouldKeepTheDispatchTimesOfTheFirstAndTheLatest64Transmissions() {
        for (int echoed : new int[] {1, 2, 36, 37, 99, 100}) {
            oracle.samples.clear();
            Pending<String> a = set.add("a", 0);
            for (int attempt = 2; attempt <= 100; attempt++) {
                set.expire(10L * (attempt - 1), trace);
            }
            assertThat(a.attempts()).isEqualTo(100);

            boolean kept = echoed == 1 || echoed > 36;
            assertThat(set.acknowledge(a, 1000, new Echo(echoed, 0)))
                    .as("attempt %d", echoed)
                    .isEqualTo(kept ? EXACT : NONE);
            assertThat(oracle.samples)
                    .isEqualTo(kept ? List.of(new RttSample(1000 - 10L * (echoed - 1), 100, true)) : List.of());
        }
    }

    @Test
    void shouldIgnoreTheCorrectionOfATransmissionThatIsNoLongerKept() {
        Pending<String> a = set.add("a", 0);
        for (int attempt = 2; attempt <= 70; attempt++) {
            set.expire(10L * (attempt - 1), trace);
        }
        a.dispatched(6, 777);

        assertThat(a.lastDispatchedNanos()).isEqualTo(690);
        assertThat(set.acknowledge(a, 1000, new Echo(70, 0))).isEqualTo(EXACT);
        assertThat(oracle.samples).containsExactly(new RttSample(310, 70, true));
    }

    @Test
    void shouldCountTransmissionsOfAnEarlierLifeButNeverMeasureThem() {
        for (int earlier : new int[] {1, 2, 100_000}) {
            Pending<String> a = set.recover("a", earlier, 50);
            assertThat(a.attempts()).isEqualTo(earlier);
            assertThat(a.firstDispatchedNanos()).isEqualTo(50);
            assertThat(a.lastDispatchedNanos()).isEqualTo(50);
            assertThat(set.nanosUntilDue(50)).isEqualTo(10);
            assertThat(set.acknowledge(a, 55)).isEqualTo(NONE);

            Pending<String> b = set.recover("b", earlier, 50);
            assertThat(set.acknowledge(b, 55, new Echo(1, 0))).isEqualTo(NONE);
            Pending<String> c = set.recover("c", earlier, 50);
            assertThat(set.acknowledge(c, 55, new Echo(earlier, 0))).isEqualTo(NONE);
        }
        assertThat(oracle.samples).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> set.recover("a", 0, 0));
    }

    @Test
    void shouldMeasureARecoveredMessageWhenATransmissionOfThisLifeIsEchoed() {
        Pending<String> a = set.recover("a", 3, 50);
        set.expire(60, trace);
        assertThat(trace.lines).containsExactly("restart a#4");
        assertThat(a.lastDispatchedNanos()).isEqualTo(60);

        assertThat(set.acknowledge(a, 65, new Echo(4, 1))).isEqualTo(EXACT);
        assertThat(oracle.samples).containsExactly(new RttSample(4, 4, true));

        Pending<String> b = set.recover("b", 3, 70);
        b.dispatched(3, 72);
        assertThat(b.lastDispatchedNanos()).isEqualTo(72);
        assertThat(set.acknowledge(b, 75, new Echo(3, 1))).isEqualTo(EXACT);
        Pending<String> c = set.recover("c", 1, 70);
        c.dispatched(1, 72);
        assertThat(c.firstDispatchedNanos()).isEqualTo(70);
        assertThat(set.acknowledge(c, 75)).isEqualTo(NONE);
    }

    @Test
    void shouldDoNothingWhenAMessageIsNotPendingAnyMore() {
        Pending<String> a = set.add("a", 0);
        set.add("b", 0);
        set.acknowledge(a, 1);

        assertThat(set.acknowledge(a, 2)).isEqualTo(NONE);
        assertThat(set.acknowledge(a, 2, new Echo(1, 0))).isEqualTo(NONE);
        set.remove(a);
        set.suspend(a);
        set.resume(a, 3);

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
        assertThat(set.acknowledge(b, 120)).isEqualTo(UNAMBIGUOUS);
        assertThat(set.size()).isOne();
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
        // Two lanes at most, each asked once per timeout and once more to see that nothing is left.
        assertThat(oracle.asked).isLessThanOrEqualTo(2 * 501);
    }

    /** What the callbacks were told. */
    static final class Trace implements Due<String> {
        final List<String> lines = new ArrayList<>();

        @Override
        public void restart(Pending<String> pending) {
            lines.add("restart " + pending.message() + "#" + pending.attempts());
        }

        @Override
        public void giveUp(Pending<String> pending) {
            lines.add("giveUp " + pending.message() + "#" + pending.attempts());
        }
    }
}
