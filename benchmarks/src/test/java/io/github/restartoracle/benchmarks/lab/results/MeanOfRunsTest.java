package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MeanOfRunsTest {
    @Test
    void shouldUseStudentsQuantileWhenTheValuesAreRuns() {
        MeanOfRuns estimate = MeanOfRuns.overRuns(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

        assertThat(estimate.mean()).isEqualTo(5.5);
        // t(9, 0.975) = 2.262; s = 3.0277
        assertThat(estimate.halfWidth().orElseThrow()).isEqualTo(2.2622 * 3.02765 / Math.sqrt(10), within(1e-4));
    }

    @Test
    void shouldUseTheNormalQuantileWhenTheValuesAreMessages() {
        assertThat(MeanOfRuns.overMessages(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
                        .halfWidth()
                        .orElseThrow())
                .isEqualTo(1.95996 * 3.02765 / Math.sqrt(10), within(1e-4));
    }

    @Test
    void shouldHaveNoIntervalWhenThereAreFewerThanTwoValues() {
        assertThat(MeanOfRuns.overRuns(3).halfWidth()).isEmpty();
        assertThat(MeanOfRuns.overRuns(3).mean()).isEqualTo(3);
        assertThat(MeanOfRuns.overMessages().halfWidth()).isEmpty();
        assertThat(MeanOfRuns.overMessages().mean()).isNaN();
    }
}
