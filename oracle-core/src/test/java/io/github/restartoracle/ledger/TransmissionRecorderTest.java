package io.github.restartoracle.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TransmissionRecorderTest {
    private static final long SECOND = 1_000_000_000;

    private final TransmissionRecorder recorder = new TransmissionRecorder();

    @Test
    void shouldEstimateFromTwoValuesOn() {
        recorder.delivered(SECOND, 1, 0, TransmissionRecorder.NO_TIME);
        assertThat(recorder.summary().ettSeconds().halfWidth95()).isNaN();

        recorder.delivered(3 * SECOND, 1, 0, TransmissionRecorder.NO_TIME);

        // mean 2, sd sqrt(2), standard error 1
        assertThat(recorder.summary().ettSeconds()).isEqualTo(new Estimate(2, 1.959963984540054, 2));
    }

    @Test
    void shouldLeaveOutWhatIsNotKnown() {
        recorder.delivered(SECOND, 3, TransmissionRecorder.UNKNOWN, TransmissionRecorder.NO_TIME);
        recorder.delivered(TransmissionRecorder.NO_TIME, 2, 1, SECOND / 2);
        recorder.lost(4);

        TransmissionSummary summary = recorder.summary();

        assertThat(summary.messages()).isEqualTo(3);
        assertThat(summary.lost()).isOne();
        assertThat(summary.attempts()).isEqualTo(9);
        assertThat(summary.attemptsMean()).isEqualTo(3);
        assertThat(summary.ettSeconds().count()).isOne();
        assertThat(summary.ettMaxSeconds()).isOne();
        assertThat(summary.urc().mean()).isOne();
        assertThat(summary.urc().count()).isOne();
        assertThat(summary.rttSeconds().mean()).isEqualTo(0.5);
        assertThat(recorder.rttMicros().getTotalCount()).isOne();
    }

    @Test
    void shouldCountTheSameTogetherAsOneByOne() {
        long seed = 2006;
        SplittableRandom random = new SplittableRandom(seed);
        TransmissionRecorder one = new TransmissionRecorder();
        TransmissionRecorder other = new TransmissionRecorder();
        for (int i = 0; i < 10_000; i++) {
            long ett = random.nextLong(60 * SECOND);
            int urc = random.nextInt(3);
            recorder.delivered(ett, urc + 1, urc, ett);
            (i % 3 == 0 ? one : other).delivered(ett, urc + 1, urc, ett);
        }

        one.add(other);

        TransmissionSummary together = one.summary();
        TransmissionSummary single = recorder.summary();
        assertThat(together.ettSeconds().mean()).isCloseTo(single.ettSeconds().mean(), within(1e-9));
        assertThat(together.ettSeconds().halfWidth95())
                .isCloseTo(single.ettSeconds().halfWidth95(), within(1e-9));
        assertThat(together.urc().mean()).isCloseTo(single.urc().mean(), within(1e-9));
        assertThat(together.ettP99Seconds()).isEqualTo(single.ettP99Seconds());
        assertThat(together.ettMaxSeconds()).isEqualTo(single.ettMaxSeconds());
    }
}
