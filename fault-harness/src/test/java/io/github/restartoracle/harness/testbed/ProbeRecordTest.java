package io.github.restartoracle.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.proof.ProbeFlow;
import io.github.restartoracle.harness.proof.ProbeFlow.Gap;
import io.github.restartoracle.harness.proof.ProbeFlow.Mark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeRecordTest {
    private static final long SECOND = 1_000_000_000;

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * SECOND));
    }

    private static ProbeFlow flow(String receiver, String sender, double length) {
        // Monotonic time 100 s is time 0 of the run: the wall clock is 900 s ahead.
        return ProbeRecord.flow(
                Direction.FORWARD,
                ProbeRecord.parse("clock " + 900 * SECOND + "\n" + receiver),
                ProbeRecord.parse(sender),
                Instant.ofEpochSecond(1000),
                seconds(length));
    }

    @Test
    void shouldPlaceGapsByTheirSendTimesWhenRead() {
        ProbeFlow flow = flow("""
                mark 101000000000 50 50
                gap 109980000000 499 115000000000 750 114980000000
                """, "sent 800 116000000000", 100);

        assertThat(flow.marks()).containsExactly(new Mark(seconds(1), 50, 50));
        assertThat(flow.gaps()).contains(new Gap(seconds(9.98), seconds(10.04), seconds(14.98), seconds(15), 250));
    }

    @Test
    void shouldWidenTheBeginningWhenTheSenderStalled() {
        ProbeFlow flow = flow(
                "gap 109980000000 499 115000000000 750 114980000000",
                "stall 109980000000 110200000000\nsent 750 115000000000",
                100);

        assertThat(flow.gaps())
                .singleElement()
                .satisfies(g -> assertThat(g.startLatest()).isEqualTo(seconds(10.2)));
    }

    @Test
    void shouldEndAnOpenGapWithTheRunWhenNothingArrivedAnyMore() {
        ProbeFlow flow = flow("mark 110000000000 500 500", "sent 1000 120000000000", 15);

        assertThat(flow.gaps()).isEqualTo(List.of(new Gap(seconds(10), seconds(10.06), seconds(15), seconds(15), 500)));
    }

    @Test
    void shouldIgnoreWhatHappenedLaterWhenAnEndIsGone() {
        ProbeFlow flow = flow("mark 109900000000 495 495", "sent 1000 120000000000", 10);

        assertThat(flow.gaps()).isEmpty();
    }

    @Test
    void shouldRefuseALineWhenItIsUnknown() {
        assertThatIllegalArgumentException().isThrownBy(() -> ProbeRecord.parse("gip 1 2 3"));
    }

    @Test
    void shouldTellHowFarTheClockWasSteppedWhenItWas() {
        assertThat(ProbeRecord.parse("clock 5\nclock 1000000005").clockSteps()).isEqualTo(Duration.ofSeconds(1));
    }
}
