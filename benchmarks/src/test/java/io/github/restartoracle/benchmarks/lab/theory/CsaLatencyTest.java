package io.github.restartoracle.benchmarks.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsaLatencyTest {
    private static final int NO_LIMIT = 1_000_000;

    private static CsaLatency model(double rtt, double loss, int window, int segmentsPerAck) {
        return new CsaLatency(rtt, 3, 0.2, loss, loss, window, segmentsPerAck, NO_LIMIT);
    }

    /** Compares with RFC 3649, section 3, table 1: the average window of standard TCP, here 3/4 of the window at its peak. */
    @ParameterizedTest
    @CsvSource({"1e-2, 12", "1e-3, 38", "1e-4, 120", "1e-5, 379"})
    void shouldHaveThePublishedAverageWindow(double loss, double window) {
        assertThat(0.75 * model(0.1, loss, 1, 1).steadyWindow()).isCloseTo(window, Percentage.withPercentage(9));
    }

    /**
     * Compares with Mathis, Semke, Mahdavi, Ott 1997: C / sqrt(p) segments per round trip, C = 1.22, with delayed
     * acknowledgements 0.87.
     */
    @ParameterizedTest
    @CsvSource({"1, 1.22", "2, 0.87"})
    void shouldApproachTheInverseSquareRootLaw(int segmentsPerAck, double constant) {
        double loss = 1e-6;
        double perRoundTrip = model(0.1, loss, 1, segmentsPerAck).steadyRate() * 0.1;
        assertThat(perRoundTrip * Math.sqrt(loss)).isCloseTo(constant, within(0.02));
    }

    /** Compares with "The impact of network packet loss on HTTP latency": 996 bytes take 31 ms at 1 % loss, and 1 ms without. */
    @Test
    void shouldExplainThirtyMillisecondsByTheSynTimer() {
        CsaLatency oneWay = new CsaLatency(0.0005, 3, 0.2, 0.01, 0, 3, 2, NO_LIMIT);
        assertThat(oneWay.setUp()).isCloseTo(0.0005 + 0.0306, within(1e-4));
        assertThat(oneWay.transaction(1)).isCloseTo(0.031, within(0.003));
    }

    @Test
    void shouldTakeWholeRoundTripsWithoutLoss() {
        // Windows of 1, 2, 4, 8: 15 segments in four round trips.
        assertThat(model(0.1, 0, 1, 1).transfer(15)).isCloseTo(0.4, within(1e-9));
        // A window of ten segments holds all ten.
        assertThat(model(0.1, 0, 10, 1).transfer(10)).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void shouldSendAWindowPerRoundTripWhenTheWindowIsFull() {
        CsaLatency limited = new CsaLatency(0.1, 3, 0.2, 0, 0, 1, 1, 8);
        double more = limited.transfer(1015 + 800) - limited.transfer(1015);
        assertThat(more).isCloseTo(0.1 * 800 / 8, within(1e-9));
        assertThat(limited.steadyRate()).isCloseTo(80, within(1e-9));
    }

    @Test
    void shouldEndSlowStartAfterTheExpectedNumberOfSegments() {
        assertThat(model(0.1, 0, 1, 2).inSlowStart(100)).isEqualTo(100);
        // (1 - 0.98^100) 0.98 / 0.02 + 1
        assertThat(model(0.1, 0.02, 1, 2).inSlowStart(100)).isCloseTo(43.50, within(0.01));
        assertThat(model(0.1, 0.02, 1, 2).inSlowStart(1)).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldFindEveryLossByTimeoutInASmallWindow() {
        CsaLatency model = model(0.1, 0.0001, 1, 2);
        assertThat(model.byTimeout(3)).isEqualTo(1);
        // Padhye et al.: min(1, 3 / w) for small p.
        assertThat(model.byTimeout(12)).isCloseTo(3.0 / 12, within(0.001));
        assertThat(model.byTimeout(30)).isCloseTo(3.0 / 30, within(0.001));
    }

    @Test
    void shouldGrowWithLossAndLength() {
        double last = 0;
        for (double loss : new double[] {0, 0.001, 0.01, 0.05, 0.2}) {
            double now = model(0.05, loss, 3, 2).transaction(50);
            assertThat(now).as("loss %s", loss).isGreaterThan(last);
            last = now;
        }
        assertThat(model(0.05, 0.01, 3, 2).transfer(51))
                .isGreaterThan(model(0.05, 0.01, 3, 2).transfer(50));
    }

    @Test
    void shouldRejectWhatTheModelDoesNotCover() {
        assertThatIllegalArgumentException().isThrownBy(() -> model(0.1, 0.5, 1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> model(0, 0.1, 1, 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> model(0.1, 0.1, 1, 2).transfer(0));
    }
}
