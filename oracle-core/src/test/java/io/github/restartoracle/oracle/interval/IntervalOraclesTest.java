package io.github.restartoracle.oracle.interval;

import static io.github.restartoracle.oracle.RetransmissionOracle.NEVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.internal.oracle.ProvidedOracles;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalOraclesTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void shouldNotBeImpressedByAnythingThatHappens() {
        for (RetransmissionOracle oracle : List.of(
                new NoRestart(),
                new FixedIntervalOracle(FixedIntervalConfig.ofDefaults()),
                new ExponentialBackoffOracle(ExponentialBackoffConfig.ofDefaults()))) {
            long before = oracle.timeoutNanos(1);
            oracle.onTimeout(1);
            oracle.onAcknowledgement(new RttSample(SECOND, 1, true));

            assertThat(oracle.timeoutNanos(1)).isEqualTo(before);
            assertThat(oracle.mayRestart(1)).isTrue();
        }
    }

    @Test
    void shouldWaitTheSameAfterEachTransmissionWhenIntervalsAreFixed() {
        RetransmissionOracle oracle = new FixedIntervalOracle(new FixedIntervalConfig(Duration.ofSeconds(14)));

        assertThat(oracle.timeoutNanos(1)).isEqualTo(14 * SECOND);
        assertThat(oracle.timeoutNanos(100_000)).isEqualTo(14 * SECOND);
    }

    @Test
    void shouldWaitTwiceAsLongAfterEachTransmissionWhenIntervalsGrow() {
        RetransmissionOracle oracle = new ExponentialBackoffOracle(ExponentialBackoffConfig.ofDefaults());

        assertThat(List.of(1, 2, 3, 4, 5, 21))
                .allSatisfy(
                        attempt -> assertThat(oracle.timeoutNanos(attempt)).isEqualTo((4 * SECOND) << (attempt - 1)));
    }

    @Test
    void shouldGrowMonotonicallyAndSaturateBelowNever() {
        for (double factor : new double[] {1, 1.1, 2, 100}) {
            RetransmissionOracle oracle =
                    new ExponentialBackoffOracle(new ExponentialBackoffConfig(Duration.ofDays(7), factor));
            long before = 1;
            for (int attempt = 1; attempt < 2000; attempt++) {
                assertThat(oracle.timeoutNanos(attempt)).isBetween(before, NEVER - 1);
                before = oracle.timeoutNanos(attempt);
            }
            assertThat(oracle.timeoutNanos(Integer.MAX_VALUE))
                    .isEqualTo(factor == 1 ? Duration.ofDays(7).toNanos() : NEVER - 1);
        }
    }

    @Test
    void shouldReadTheirConfiguration() {
        Settings common = Settings.of(Map.of("initial-timeout", "3s"));
        assertThat(FixedIntervalConfig.from(common).timeout()).hasSeconds(3);
        assertThat(ExponentialBackoffConfig.from(common))
                .isEqualTo(new ExponentialBackoffConfig(Duration.ofSeconds(3), 2));

        Settings own = common.overlay(Settings.of(Map.of("exponential-backoff.factor", "1.5")));
        assertThat(ExponentialBackoffConfig.from(own))
                .isEqualTo(new ExponentialBackoffConfig(Duration.ofSeconds(3), 1.5));
        assertThat(FixedIntervalConfig.from(Settings.of(Map.of()))).isEqualTo(FixedIntervalConfig.ofDefaults());
    }

    @ParameterizedTest
    @CsvSource({"factor, 0.9", "factor, 101", "timeout, 4s", "base, 2"})
    void shouldRefuseConfigurationThatCannotBeUsed(String name, String value) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(
                        () -> ExponentialBackoffConfig.from(Settings.of(Map.of("exponential-backoff." + name, value))))
                .withMessageStartingWith("restart-oracle.exponential-backoff." + name + " = ");
    }

    @Test
    void shouldRefuseComponentsOutOfRange() {
        assertThat(new FixedIntervalConfig(Duration.ofMillis(1)).timeout()).hasMillis(1);
        assertThat(new FixedIntervalConfig(Duration.ofDays(7)).timeout()).hasDays(7);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FixedIntervalConfig(Duration.ofNanos(999_999)))
                .withMessage("timeout must be from 1 ms to 7 d, was PT0.000999999S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FixedIntervalConfig(Duration.ofDays(7).plusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new ExponentialBackoffConfig(Duration.ofNanos(1), 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ExponentialBackoffConfig(Duration.ofSeconds(1), Double.NaN))
                .withMessage("factor must be from 1 to 100, was NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ExponentialBackoffConfig(Duration.ofSeconds(1), 100.1));
    }

    @Test
    void shouldSayWhatTheyAreConfiguredWith() {
        assertThat(new NoRestart().describe()).isEmpty();
        assertThat(new FixedIntervalOracle(FixedIntervalConfig.ofDefaults()).describe())
                .isEqualTo(Map.of("timeout-seconds", 4.0));
        assertThat(new ExponentialBackoffOracle(ExponentialBackoffConfig.ofDefaults()).describe())
                .isEqualTo(Map.of("timeout-seconds", 4.0, "factor", 2.0));
    }

    @Test
    void shouldRefuseASectionForTheOracleThatHasNothingToConfigure() {
        OracleProvider provider = new ProvidedOracles.None();
        assertThat(provider.factory(Settings.of(Map.of())).pathOracle().timeoutNanos(0, Stage.UNOBSERVED, 1))
                .isEqualTo(NEVER);
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> provider.factory(Settings.of(Map.of("none.timeout", "1s"))));
    }
}
