package io.github.restartoracle.oracle.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.internal.pending.Named;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.oracle.TimeoutBounds;
import io.github.restartoracle.oracle.adaptive.JacobsonKarnConfig.Variant;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JacobsonKarnOracleTest {
    private static final long MILLI = 1_000_000;

    private static JacobsonKarnOracle oracle(Variant variant) {
        return new JacobsonKarnOracle(JacobsonKarnConfig.ofDefaults().withVariant(variant));
    }

    private static RttSample clean(long nanos) {
        return new RttSample(nanos, 1, false);
    }

    /**
     * Checks values worked by hand in milliseconds for the samples 100, 200, 40. PAPER: RTTVAR from the new SRTT. RFC6298: from
     * the old.
     *
     * <pre>
     *            SRTT       RTTVAR (paper)                      RTTVAR (RFC 6298)
     * 100        100        50                                  50
     * 200        112.5      .75*50+.25*87.5 = 59.375            .75*50+.25*100 = 62.5
     * 40         103.4375   .75*59.375+.25*63.4375 = 60.390625  .75*62.5+.25*72.5 = 65
     * </pre>
     */
    @ParameterizedTest
    @CsvSource({"PAPER, 300, 350, 345", "RFC6298, 300, 362.5, 363.4375"})
    void shouldComputeTheWorkedValues(Variant variant, double first, double second, double third) {
        JacobsonKarnOracle oracle = oracle(variant);
        List<Double> timeouts = new ArrayList<>();
        for (long sample : new long[] {100, 200, 40}) {
            oracle.onAcknowledgement(clean(sample * MILLI));
            timeouts.add(oracle.timeoutNanos(1) / (double) MILLI);
        }

        assertThat(timeouts).containsExactly(first, second, third);
    }

    @Test
    void shouldStepThroughImmutableStates() {
        JacobsonKarnConfig paper = JacobsonKarnConfig.ofDefaults();
        RtoEstimator first = RtoEstimator.first(100);

        assertThat(first).isEqualTo(new RtoEstimator(100, 50));
        assertThat(first.next(200, paper)).isEqualTo(new RtoEstimator(112.5, 59.375));
        assertThat(first.next(200, paper.withVariant(Variant.RFC6298))).isEqualTo(new RtoEstimator(112.5, 62.5));
        assertThat(first.rtoNanos(paper)).isEqualTo(300);
    }

    @Test
    void shouldAddAtLeastTheGranularityWhenTheVariantIsTheRfc() {
        JacobsonKarnOracle paper = oracle(Variant.PAPER);
        JacobsonKarnOracle rfc = oracle(Variant.RFC6298);
        for (int i = 0; i < 200; i++) {
            paper.onAcknowledgement(clean(50 * MILLI));
            rfc.onAcknowledgement(clean(50 * MILLI));
        }

        assertThat(paper.timeoutNanos(1)).isEqualTo(50 * MILLI);
        assertThat(rfc.timeoutNanos(1)).isEqualTo(51 * MILLI);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROBUST")
    void shouldStartWithTheInitialTimeoutAndDoubleUpToTheLongest(Variant variant) {
        JacobsonKarnOracle oracle = oracle(variant);
        List<Long> seconds = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            seconds.add(oracle.timeoutNanos(1) / (1000 * MILLI));
            oracle.onTimeout(1 + i % 3);
        }

        assertThat(seconds).containsExactly(4L, 8L, 16L, 32L, 60L, 60L);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROBUST")
    void shouldUndoTheDoublingWhenASampleComes(Variant variant) {
        JacobsonKarnOracle oracle = oracle(variant);
        oracle.onAcknowledgement(clean(100 * MILLI));
        oracle.onTimeout(1);
        oracle.onTimeout(1);
        assertThat(oracle.timeoutNanos(1)).isEqualTo(1200 * MILLI);
        assertThat(oracle.timeoutNanos(7)).isEqualTo(1200 * MILLI);

        oracle.onAcknowledgement(clean(100 * MILLI));

        assertThat(oracle.timeoutNanos(1)).isLessThanOrEqualTo(300 * MILLI);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROBUST")
    void shouldLearnNothingFromAmbiguousSamples(Variant variant) {
        JacobsonKarnOracle oracle = oracle(variant);
        JacobsonKarnOracle same = oracle(variant);
        for (JacobsonKarnOracle each : List.of(oracle, same)) {
            each.onAcknowledgement(clean(100 * MILLI));
            each.onTimeout(1);
        }
        oracle.onAcknowledgement(new RttSample(MILLI, 2, false));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(600 * MILLI);

        oracle.onAcknowledgement(new RttSample(70 * MILLI, 2, true));
        same.onAcknowledgement(clean(70 * MILLI));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(same.timeoutNanos(1)).isLessThan(600 * MILLI);
    }

    @ParameterizedTest
    @EnumSource
    void shouldStayWithinItsBounds(Variant variant) {
        JacobsonKarnOracle oracle = oracle(variant);
        oracle.onAcknowledgement(clean(0));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(MILLI);
        oracle.onAcknowledgement(clean(Long.MAX_VALUE));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(60_000 * MILLI);
        oracle.onTimeout(1);
        assertThat(oracle.timeoutNanos(1)).isEqualTo(60_000 * MILLI);
    }

    @ParameterizedTest
    @EnumSource
    void shouldScaleWithItsSamples(Variant variant) {
        long seed = 20061101;
        Random random = new Random(seed);
        JacobsonKarnOracle small = oracle(variant);
        JacobsonKarnOracle large = oracle(variant);
        for (int i = 0; i < 1000; i++) {
            long sample = (long) (100 * MILLI * (0.5 + random.nextDouble()));
            small.onAcknowledgement(clean(sample));
            large.onAcknowledgement(clean(7 * sample));

            assertThat((double) large.timeoutNanos(1))
                    .as("sample %d, seed %d", i, seed)
                    .isCloseTo(7.0 * small.timeoutNanos(1), within(4.0));
        }
    }

    @Test
    void shouldReleaseWhatIsHeldBackWhenACleanAcknowledgementComes() {
        JacobsonKarnOracle oracle = oracle(Variant.PAPER);
        PendingSet<Named> set = new PendingSet<>(PathOracle.of(oracle));
        oracle.onAcknowledgement(clean(100 * MILLI));
        for (int i = 0; i < 10; i++) {
            Named.in(set, "m" + i, i * MILLI);
        }

        assertThat(expire(set, 300 * MILLI)).isEqualTo("m0#2, tau 600");
        assertThat(expire(set, 601 * MILLI)).isEqualTo("m1#2, tau 1200");
        assertThat(expire(set, 1202 * MILLI)).isEqualTo("m2#2, tau 2400");
        set.acknowledge(Named.in(set, "m10", 1210 * MILLI), 1310 * MILLI);

        // SRTT 100, RTTVAR 37.5: tau is 250 again, and all older messages are due until tau has grown past their age.
        assertThat(oracle.timeoutNanos(1)).isEqualTo(250 * MILLI);
        assertThat(set.nanosUntilDue(1310 * MILLI)).isZero();
        assertThat(expire(set, 1310 * MILLI)).isEqualTo("m3#2 m4#2 m5#2, tau 2000");
    }

    private static String expire(PendingSet<Named> set, long nowNanos) {
        String messages = set.expire(nowNanos, message -> false).stream()
                .map(timeout -> timeout.message().toString())
                .collect(Collectors.joining(" "));
        return messages + ", tau " + set.oracle().timeoutNanos(nowNanos, Stage.UNOBSERVED, 1) / MILLI;
    }

    @Test
    void shouldReadItsConfiguration() {
        Settings settings = Settings.of(Map.of(
                "jacobson-karn.srtt-gain", "0.5",
                "jacobson-karn.rttvar-gain", "0.75",
                "jacobson-karn.rttvar-multiplier", "3",
                "jacobson-karn.variant", "rfc6298",
                "initial-timeout", "2s",
                "max-timeout", "9s"));

        assertThat(JacobsonKarnConfig.from(settings))
                .isEqualTo(new JacobsonKarnConfig(
                        new TimeoutBounds(Duration.ofSeconds(2), Duration.ofSeconds(9)),
                        0.5,
                        0.75,
                        3,
                        Variant.RFC6298));
        assertThat(JacobsonKarnConfig.from(Settings.of(Map.of()))).isEqualTo(JacobsonKarnConfig.ofDefaults());
    }

    @ParameterizedTest
    @CsvSource({"srtt-gain, 0", "rttvar-gain, 1.1", "rttvar-multiplier, 101", "variant, rfc", "gain, 1"})
    void shouldRefuseConfigurationThatCannotBeUsed(String name, String value) {
        Settings settings = Settings.of(Map.of("jacobson-karn." + name, value));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> JacobsonKarnConfig.from(settings))
                .withMessageContaining("restart-oracle.jacobson-karn." + name + " = \"" + value + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.5, 4, srttGain",
        "0.5, 2, 4, rttvarGain",
        "0.5, 0.5, -1, rttvarMultiplier",
        "NaN, 0.5, 4, srttGain"
    })
    void shouldRefuseComponentsOutOfRange(double srttGain, double rttvarGain, double multiplier, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JacobsonKarnConfig(
                        TimeoutBounds.ofDefaults(), srttGain, rttvarGain, multiplier, Variant.PAPER))
                .withMessageStartingWith(named + " must be from ");
    }

    @Test
    void shouldSayWhatItHasLearnt() {
        JacobsonKarnOracle oracle = oracle(Variant.PAPER);
        assertThat(oracle.describe()).containsExactly(Map.entry("timeout-seconds", 4.0), Map.entry("samples", 0.0));

        oracle.onAcknowledgement(clean(100 * MILLI));
        oracle.onAcknowledgement(new RttSample(70_000 * MILLI, 2, false));
        oracle.onAcknowledgement(clean(200 * MILLI));
        oracle.onTimeout(1);

        assertThat(oracle.describe())
                .containsExactly(
                        Map.entry("timeout-seconds", 0.7),
                        Map.entry("samples", 2.0),
                        Map.entry("srtt-seconds", 0.1125),
                        Map.entry("rttvar-seconds", 0.059375),
                        Map.entry("learnt-timeout-seconds", 0.35));
    }
}
