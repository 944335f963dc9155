package io.github.restartoracle.benchmarks.papers.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ResponseTimeParts;
import io.github.restartoracle.benchmarks.papers.position.Curve.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CurveTest {
    /** FreeBSD's Figure 2, as far as the text gives it: 610 ms, 3 s more for the SYN-ACK, 632 ms from position 6 to 10. */
    private static final double[] FIGURE_2 = {.61, 3.61, .615, .615, .615, .615, .615, .615, 1.1, 1.2, 1.247, 1.2, .61};

    private static Curve curve(double... seconds) {
        List<Mean> means = new ArrayList<>();
        for (double value : seconds) {
            means.add(new Mean(1, value, 0, 0, 0, 0, 0));
        }
        return new Curve("test", PaperService.AUTHOR, PathKind.US_US, means);
    }

    @Test
    void shouldComputeTheIncreasesAsThePaperDoes() {
        Curve curve = curve(FIGURE_2);
        assertThat(curve.lossless()).isEqualTo(0.61);
        assertThat(curve.handshakeIncrease()).isCloseTo(3, within(1e-9));
        assertThat(curve.worstLateIncrease()).isCloseTo(0.632, within(1e-9));
        double late = (1.1 + 1.2 + 1.247 + 1.2) / 4;
        assertThat(curve.lateIncrease()).isCloseTo(late - 0.615, within(1e-9));
        assertThat(curve.lateIncreaseShare()).isCloseTo(late / 0.615 - 1, within(1e-9));
    }

    @Test
    void shouldHaveAPointForEveryPacket() {
        assertThatIllegalArgumentException().isThrownBy(() -> curve(0.61, 3.61));
    }

    @Test
    void shouldAverageThePartsOfTheResponseTime() {
        Mean mean = Mean.of(List.of(
                exchange(0, new ResponseTimeParts(10_000_000, 20_000_000, 200_000_000, 300_000_000)),
                exchange(1, new ResponseTimeParts(30_000_000, 20_000_000, 200_000_000, 500_000_000)),
                new Exchange("p", 2, 1, 1, 0, 0, Optional.empty())));
        assertThat(mean.exchanges()).isEqualTo(2);
        assertThat(mean.connect()).isCloseTo(0.02, within(1e-9));
        assertThat(mean.request()).isCloseTo(0.02, within(1e-9));
        assertThat(mean.processing()).isCloseTo(0.2, within(1e-9));
        assertThat(mean.answer()).isCloseTo(0.4, within(1e-9));
        assertThat(mean.response()).isCloseTo(0.64, within(1e-9));
    }

    private static Exchange exchange(int number, ResponseTimeParts parts) {
        return new Exchange("p", number, 1, 1, 0, 0, Optional.of(parts));
    }
}
