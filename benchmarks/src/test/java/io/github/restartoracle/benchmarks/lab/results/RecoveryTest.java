package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.theory.ConstantRate;
import io.github.restartoracle.benchmarks.lab.theory.Outages;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryTest {
    private static final double LOST = Double.NaN;

    /** Messages that are due at 0 s, 0.5 s, 1 s and so on, and an outage from 1 s to 2 s. */
    private static Recovery of(double... ettSeconds) {
        return Recovery.of(
                Outages.of(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                new ConstantRate(ettSeconds.length, Duration.ofMillis(500)),
                ettSeconds);
    }

    @Test
    void shouldCountFromTheEndOfTheOutage() {
        Recovery recovery = of(0.1, 0.1, 1.4, 0.7, 0.3, 0.2, 9);

        assertThat(recovery.first()).isCloseTo(0.2, within(1e-9));
        assertThat(recovery.last()).isCloseTo(0.4, within(1e-9));
        assertThat(recovery.mean()).isCloseTo(0.3, within(1e-9));
        assertThat(recovery.next()).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void shouldLeaveOutWhatArrivedInTheOutageOrNever() {
        Recovery recovery = of(0.1, 0.1, 0.2, 0.9, LOST, 0.2);

        assertThat(recovery.first()).isEqualTo(recovery.last()).isCloseTo(0.4, within(1e-9));
        assertThat(recovery.next()).isCloseTo(0.2, within(1e-9));
        assertThat(of(0.1, 0.1, LOST, LOST).mean()).isNaN();
    }

    @Test
    void shouldSayNothingOfSeveralOutages() {
        Outages two = new Outages(List.of(
                new Outages.Outage(Duration.ofSeconds(1), Duration.ofSeconds(2)),
                new Outages.Outage(Duration.ofSeconds(3), Duration.ofSeconds(4))));

        assertThat(Recovery.of(two, new ConstantRate(9, Duration.ofMillis(500)), new double[9])
                        .first())
                .isNaN();
    }
}
