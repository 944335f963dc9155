package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SignificanceTest {
    @Test
    void shouldUseStudentsQuantileAndTheDeviation() {
        // s = sqrt(2.5), t(0.995, 4) = 4.6041.
        Significance significance = Significance.of(1, 2, 3, 4, 5);
        assertThat(significance.mean()).isEqualTo(3);
        assertThat(significance.halfWidth()).isCloseTo(4.6041 * Math.sqrt(2.5) / Math.sqrt(5), within(1e-3));
        assertThat(significance.accepted()).isFalse();
    }

    @Test
    void shouldAcceptWhatIsWithinATenthOfTheMean() {
        double[] values = new double[100];
        Arrays.setAll(values, i -> i % 2 == 0 ? 9 : 11);
        // s = 1.005, t(0.995, 99) = 2.6264: 0.264 of 10.
        Significance significance = Significance.of(values);
        assertThat(significance.relativeHalfWidth()).isCloseTo(0.0264, within(1e-4));
        assertThat(significance.accepted()).isTrue();
    }

    @Test
    void shouldRejectMoreThanAHundredValuesThatAreTooDifferent() {
        double[] values = new double[150];
        Arrays.setAll(values, i -> i % 10 == 0 ? 10 : 0.1);
        assertThat(Significance.of(values).accepted()).isFalse();
    }

    @Test
    void shouldRejectWhatIsTooLittleToKnow() {
        assertThat(Significance.of().accepted()).isFalse();
        assertThat(Significance.of(5).accepted()).isFalse();
        assertThat(Significance.of(5, 5).accepted()).isTrue();
    }
}
