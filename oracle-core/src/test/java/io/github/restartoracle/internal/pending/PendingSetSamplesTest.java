package io.github.restartoracle.internal.pending;

import static io.github.restartoracle.status.SampleUse.AMBIGUOUS;
import static io.github.restartoracle.status.SampleUse.EXACT;
import static io.github.restartoracle.status.SampleUse.NONE;
import static io.github.restartoracle.status.SampleUse.REJECTED;
import static io.github.restartoracle.status.SampleUse.UNAMBIGUOUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The samples that acknowledgements give the oracle. */
class PendingSetSamplesTest {
    private final ScriptedOracle oracle = new ScriptedOracle(10);
    private final PendingSet<Named> set = new PendingSet<>(PathOracle.of(oracle));
    private final Trace trace = new Trace();

    @Test
    void shouldFollowKarnWhenNothingIsEchoed() {
        Named a = Named.in(set, "a", 0);
        Named b = Named.in(set, "b", 1);

        assertThat(set.acknowledge(a, 7).use()).isEqualTo(UNAMBIGUOUS);
        trace.expire(set, 11);
        assertThat(set.acknowledge(b, 13).use()).isEqualTo(AMBIGUOUS);

        assertThat(oracle.samples).containsExactly(new RttSample(7, 1, false), new RttSample(12, 2, false));
        assertThat(Named.count(set)).isZero();
    }

    @Test
    void shouldGiveAnExactSampleWhenTheTransmissionIsEchoed() {
        Named a = Named.in(set, "a", 0);
        Named b = Named.in(set, "b", 0);
        trace.expire(set, 10);

        assertThat(set.acknowledge(a, 14, new Echo(1, 3)).use()).isEqualTo(EXACT);
        assertThat(set.acknowledge(b, 14, new Echo(2, 4)).use()).isEqualTo(EXACT);

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
            Named a = Named.in(set, "a", 0);

            assertThat(set.acknowledge(a, 5, lie).use()).as("%s", lie).isEqualTo(REJECTED);
            assertThat(a.isPending()).isFalse();
        }
        assertThat(oracle.samples).isEmpty();
        assertThat(Named.count(set)).isZero();
    }

    @Test
    void shouldRejectTheSampleWhenTheAcknowledgementIsOlderThanTheDispatch() {
        Named a = Named.in(set, "a", 0);
        a.dispatched(1, 8);

        assertThat(set.acknowledge(a, 7).use()).isEqualTo(REJECTED);
        assertThat(oracle.samples).isEmpty();
    }

    @Test
    void shouldRejectTheEchoWhenTheAcknowledgementIsOlderThanTheDispatchItEchoes() {
        for (long held : new long[] {0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            Named a = Named.in(set, "a", 0);
            a.dispatched(1, 8);

            assertThat(set.acknowledge(a, 5, new Echo(1, held)).use())
                    .as("held %d", held)
                    .isEqualTo(REJECTED);
        }
        assertThat(oracle.samples).isEmpty();
    }

    @Test
    void shouldNotCountARestartThatIsPostponed() {
        Named a = Named.in(set, "a", 0);
        Named b = Named.in(set, "b", 0);
        Named c = Named.in(set, "c", 0);
        trace.expire(set, 10);
        List.of(a, b, c).forEach(set::postpone);

        assertThat(a.transmissions()).isOne();
        assertThat(set.acknowledge(a, 12).use()).isEqualTo(UNAMBIGUOUS);
        assertThat(set.acknowledge(b, 12, new Echo(2, 0)).use()).isEqualTo(REJECTED);
        set.restart(c, 20);
        assertThat(set.acknowledge(c, 23, new Echo(2, 1)).use()).isEqualTo(EXACT);
        assertThat(oracle.samples).containsExactly(new RttSample(12, 1, false), new RttSample(2, 2, true));
    }

    @Test
    void shouldNotTakeAPostponedRestartForTheTransmissionWhoseTimeItReplaced() {
        Named a = Named.in(set, "a", 0);
        for (int attempt = 2; attempt <= 100; attempt++) {
            trace.expire(set, 10L * (attempt - 1));
        }
        set.postpone(a);
        assertThat(a.transmissions()).isEqualTo(99);
        assertThat(set.acknowledge(a, 1000, new Echo(36, 0)).use()).isEqualTo(NONE);
        assertThat(oracle.samples).isEmpty();
    }

    @Test
    void shouldMeasureFromTheCorrectedDispatchButWaitFromTheFormer() {
        Named a = Named.in(set, "a", 0);
        a.dispatched(1, 6);
        assertThat(a.firstDispatchedNanos()).isEqualTo(6);
        assertThat(a.lastDispatchedNanos()).isEqualTo(6);
        assertThat(set.nanosUntilDue(6)).isEqualTo(4);

        trace.expire(set, 10);
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
        Named a = Named.in(set, "a", 0);

        assertThatIllegalArgumentException().isThrownBy(() -> a.dispatched(0, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> a.dispatched(2, 1))
                .withMessage("attempt must be from 1 to 1, was 2");
    }

    @Test
    void shouldKeepTheDispatchTimesOfTheFirstAndTheLatest64Transmissions() {
        for (int echoed : new int[] {1, 2, 36, 37, 99, 100}) {
            oracle.samples.clear();
            Named a = Named.in(set, "a", 0);
            for (int attempt = 2; attempt <= 100; attempt++) {
                trace.expire(set, 10L * (attempt - 1));
            }
            assertThat(a.transmissions()).isEqualTo(100);

            boolean kept = echoed == 1 || echoed > 36;
            assertThat(set.acknowledge(a, 1000, new Echo(echoed, 0)).use())
                    .as("attempt %d", echoed)
                    .isEqualTo(kept ? EXACT : NONE);
            assertThat(oracle.samples)
                    .isEqualTo(kept ? List.of(new RttSample(1000 - 10L * (echoed - 1), 100, true)) : List.of());
        }
    }

    @Test
    void shouldIgnoreTheCorrectionOfATransmissionThatIsNoLongerKept() {
        Named a = Named.in(set, "a", 0);
        for (int attempt = 2; attempt <= 70; attempt++) {
            trace.expire(set, 10L * (attempt - 1));
        }
        a.dispatched(6, 777);

        assertThat(a.lastDispatchedNanos()).isEqualTo(690);
        assertThat(set.acknowledge(a, 1000, new Echo(70, 0)).use()).isEqualTo(EXACT);
        assertThat(oracle.samples).containsExactly(new RttSample(310, 70, true));
    }

    @Test
    void shouldCountTransmissionsOfAnEarlierLifeButNeverMeasureThem() {
        for (int earlier : new int[] {1, 2, 100_000}) {
            Named a = Named.recovered(set, "a", earlier, 50);
            assertThat(a.transmissions()).isEqualTo(earlier);
            assertThat(a.firstDispatchedNanos()).isEqualTo(50);
            assertThat(a.lastDispatchedNanos()).isEqualTo(50);
            assertThat(set.nanosUntilDue(50)).isEqualTo(10);
            assertThat(set.acknowledge(a, 55).use()).isEqualTo(NONE);

            Named b = Named.recovered(set, "b", earlier, 50);
            assertThat(set.acknowledge(b, 55, new Echo(1, 0)).use()).isEqualTo(NONE);
            Named c = Named.recovered(set, "c", earlier, 50);
            assertThat(set.acknowledge(c, 55, new Echo(earlier, 0)).use()).isEqualTo(NONE);
        }
        assertThat(oracle.samples).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> Named.recovered(set, "a", 0, 0));
    }

    @Test
    void shouldMeasureARecoveredMessageWhenATransmissionOfThisLifeIsEchoed() {
        Named a = Named.recovered(set, "a", 3, 50);
        trace.expire(set, 60);
        assertThat(trace.lines).containsExactly("again a#4");
        assertThat(a.lastDispatchedNanos()).isEqualTo(60);

        assertThat(set.acknowledge(a, 65, new Echo(4, 1)).use()).isEqualTo(EXACT);
        assertThat(oracle.samples).containsExactly(new RttSample(4, 4, true));

        Named b = Named.recovered(set, "b", 3, 70);
        b.dispatched(3, 72);
        assertThat(b.lastDispatchedNanos()).isEqualTo(72);
        assertThat(set.acknowledge(b, 75, new Echo(3, 1)).use()).isEqualTo(EXACT);
        Named c = Named.recovered(set, "c", 1, 70);
        c.dispatched(1, 72);
        assertThat(c.firstDispatchedNanos()).isEqualTo(70);
        assertThat(set.acknowledge(c, 75).use()).isEqualTo(NONE);
    }
}
