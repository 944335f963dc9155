package io.github.restartoracle.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeoutBoundsTest {
    @Test
    void shouldAcceptTheEndsOfTheRange() {
        assertThat(new TimeoutBounds(TimeoutBounds.LEAST, TimeoutBounds.GREATEST).max())
                .hasDays(7);
        assertThat(new TimeoutBounds(TimeoutBounds.GREATEST, TimeoutBounds.GREATEST).initial())
                .hasDays(7);
    }

    @ParameterizedTest
    @CsvSource({"PT0S, PT1S", "PT2S, PT1S", "PT1S, PT168H0.001S"})
    void shouldRefuseTimeoutsOutOfOrder(Duration initial, Duration max) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TimeoutBounds(initial, max))
                .withMessage("timeouts must be 1 ms <= initial <= max <= 7 d, were " + initial + " and " + max);
    }

    @ParameterizedTest
    @CsvSource({"PT0S", "PT5.001S"})
    void shouldRefuseALeastTimeoutOutOfRange(Duration min) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TimeoutBounds(Duration.ofSeconds(1), Duration.ofSeconds(5), min))
                .withMessage("timeouts must be 1 ms <= min <= max, were " + min + " and PT5S");
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 0"})
    void shouldRefuseSamplesThatCannotBe(long rttNanos, int attempts) {
        assertThatIllegalArgumentException().isThrownBy(() -> new RttSample(rttNanos, attempts, false));
    }

    @ParameterizedTest
    @CsvSource({"1, false, true", "2, false, false", "2, true, true"})
    void shouldTellWhichSamplesAreUnambiguous(int attempts, boolean exact, boolean unambiguous) {
        assertThat(new RttSample(0, attempts, exact).unambiguous()).isEqualTo(unambiguous);
    }
}
