package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void shouldUseStudentsQuantileWhenTheValuesAreRuns() {
        Estimate estimate = Estimate.overRuns(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

        assertThat(estimate.mean()).isEqualTo(5.5);
        // t(9, 0.975) = 2.262; s = 3.0277
        assertThat(estimate.halfWidth().orElseThrow()).isEqualTo(2.2622 * 3.02765 / Math.sqrt(10), within(1e-4));
    }

    @Test
    void shouldUseTheNormalQuantileWhenTheValuesAreMessages() {
        assertThat(Estimate.overMessages(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
                        .halfWidth()
                        .orElseThrow())
                .isEqualTo(1.95996 * 3.02765 / Math.sqrt(10), within(1e-4));
    }

    @Test
    void shouldHaveNoIntervalWhenThereAreFewerThanTwoValues() {
        assertThat(Estimate.overRuns(3).halfWidth()).isEmpty();
        assertThat(Estimate.overRuns(3).mean()).isEqualTo(3);
        assertThat(Estimate.overMessages().halfWidth()).isEmpty();
        assertThat(Estimate.overMessages().mean()).isNaN();
    }

    @Test
    void shouldUseTheDeviationAt99Percent() {
        // s = sqrt(2.5), t(0.995, 4) = 4.6041.
        Estimate estimate = Estimate.at99Percent(1, 2, 3, 4, 5);
        assertThat(estimate.mean()).isEqualTo(3);
        assertThat(estimate.halfWidth().orElseThrow()).isCloseTo(4.6041 * Math.sqrt(2.5) / Math.sqrt(5), within(1e-3));
        assertThat(estimate.significant()).isFalse();
    }

    @Test
    void shouldAcceptWhatIsWithinATenthOfTheMean() {
        double[] values = new double[100];
        Arrays.setAll(values, i -> i % 2 == 0 ? 9 : 11);
        // s = 1.005, t(0.995, 99) = 2.6264: 0.264 of 10.
        Estimate estimate = Estimate.at99Percent(values);
        assertThat(estimate.relativeHalfWidth()).isCloseTo(0.0264, within(1e-4));
        assertThat(estimate.significant()).isTrue();
    }

    @Test
    void shouldRejectMoreThanAHundredValuesThatAreTooDifferent() {
        double[] values = new double[150];
        Arrays.setAll(values, i -> i % 10 == 0 ? 10 : 0.1);
        assertThat(Estimate.at99Percent(values).significant()).isFalse();
    }

    @Test
    void shouldRejectWhatIsTooLittleToKnow() {
        assertThat(Estimate.at99Percent().significant()).isFalse();
        assertThat(Estimate.at99Percent(5).significant()).isFalse();
        assertThat(Estimate.at99Percent(5, 5).significant()).isTrue();
    }
}
