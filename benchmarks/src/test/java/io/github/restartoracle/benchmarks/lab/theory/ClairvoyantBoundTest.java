package io.github.restartoracle.benchmarks.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.theory.Outages.Outage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClairvoyantBoundTest {
    private static final Duration LOSS_FREE = Duration.ofMillis(160);
    private static final ConstantRate PAPER = new ConstantRate(2000, Duration.ofMillis(500));

    @ParameterizedTest
    @ValueSource(ints = {10, 60})
    void shouldComeNearTheFormulaWhenThereIsOneDisruption(int seconds) {
        Outages outages = Outages.of(Duration.ofSeconds(60), Duration.ofSeconds(seconds));

        double bound = ClairvoyantBound.ettSeconds(outages, PAPER, LOSS_FREE);

        double formula = 0.16 + 2.0 * seconds * seconds / (2 * 2000);
        // The formula is an integral; the messages are due at the left ends of its steps.
        assertThat(bound).isEqualTo(formula + seconds / 2.0 / 2000, within(1e-9));
    }

    @Test
    void shouldBeTheLossFreeTimeWhenThereIsNoDisruption() {
        assertThat(ClairvoyantBound.ettSeconds(Outages.NONE, PAPER, LOSS_FREE)).isEqualTo(0.16, within(1e-12));
    }

    @Test
    void shouldWaitOnceWhenDisruptionsOverlap() {
        Outages outages = new Outages(List.of(
                new Outage(Duration.ofSeconds(1), Duration.ofSeconds(3)),
                new Outage(Duration.ofSeconds(0), Duration.ofSeconds(2)),
                new Outage(Duration.ofSeconds(3), Duration.ofSeconds(4))));

        assertThat(outages.list()).containsExactly(new Outage(Duration.ZERO, Duration.ofSeconds(4)));
        assertThat(ClairvoyantBound.ettSeconds(outages, new ConstantRate(1, Duration.ofSeconds(1)), LOSS_FREE))
                .isEqualTo(4.16, within(1e-9));
    }
}
