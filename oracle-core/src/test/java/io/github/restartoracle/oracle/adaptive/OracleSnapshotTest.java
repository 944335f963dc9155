package io.github.restartoracle.oracle.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.settings.Settings;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The snapshot of an oracle, from which another one begins. */
class OracleSnapshotTest {
    private static final long MILLI = 1_000_000;
    private static final double[] NOTHING = {};

    /** Makes an oracle from configuration, so within its limits. */
    private static PathOracle oracle(String name, String... namesAndValues) {
        Map<String, String> values = new HashMap<>(Map.of("oracle", name, "max-attempts", "9"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return OracleCatalog.load().factory(Settings.of(values)).pathOracle();
    }

    private static void learn(PathOracle oracle, Random random, int samples) {
        for (int i = 0; i < samples; i++) {
            long nanos = (long) (-Math.log(1 - random.nextDouble()) * 200 * MILLI);
            oracle.acknowledged(0, new RttSample(random.nextInt(50) == 0 ? 61_000 * MILLI : nanos, 1, false));
        }
    }

    private static PathOracle learnt(String name) {
        PathOracle oracle = oracle(name);
        learn(oracle, new Random(7), 100);
        return oracle;
    }

    private static void assertRefused(PathOracle oracle, double[] snapshot, String description) {
        Map<String, Double> before = oracle.describe();
        assertThatIllegalArgumentException().as(description).isThrownBy(() -> oracle.restore(snapshot));
        assertThat(oracle.describe()).as(description).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jacobson-karn", "qest"})
    void shouldGoOnAsIfNothingHadHappened(String name) {
        for (long seed = 0; seed < 50; seed++) {
            PathOracle former = oracle(name);
            learn(former, new Random(seed), 1 + (int) seed * 10);
            PathOracle next = oracle(name);
            next.restore(former.snapshot());
            assertThat(next.timeoutNanos(0, Stage.UNOBSERVED, 1))
                    .as("seed %d", seed)
                    .isEqualTo(former.timeoutNanos(0, Stage.UNOBSERVED, 1));
            assertThat(next.describe()).as("seed %d", seed).isEqualTo(former.describe());
            assertThat(next.snapshot()).as("seed %d", seed).isEqualTo(former.snapshot());

            learn(former, new Random(-1 - seed), 20);
            learn(next, new Random(-1 - seed), 20);
            assertThat(next.describe()).as("seed %d, later", seed).isEqualTo(former.describe());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jacobson-karn", "qest"})
    void shouldForgetTheBackOffOfADisruption(String name) {
        PathOracle former = learnt(name);
        long timeoutNanos = former.timeoutNanos(0, Stage.UNOBSERVED, 1);
        former.elapsed(0, Stage.UNOBSERVED, 1, 0);
        former.elapsed(0, Stage.UNOBSERVED, 2, 0);
        PathOracle next = oracle(name);
        next.restore(former.snapshot());
        assertThat(former.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(4 * timeoutNanos);
        assertThat(next.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(timeoutNanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jacobson-karn", "qest", "fixed", "exponential-backoff", "none"})
    void shouldKeepNothingWhenNothingWasLearnt(String name) {
        PathOracle oracle = oracle(name);
        oracle.elapsed(0, Stage.UNOBSERVED, 1, 0);
        assertThat(oracle.snapshot()).isEmpty();
        assertRefused(oracle, NOTHING, "nothing");
        assertRefused(oracle, new double[] {1, 2, 3}, "garbage");
    }

    @Test
    void shouldKeepTheBoundsOfToday() {
        PathOracle next = oracle("qest", "max-timeout", "60s", "min-timeout", "50s");
        next.restore(learnt("qest").snapshot());
        assertThat(next.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(50_000 * MILLI);
    }

    @ParameterizedTest
    @CsvSource({
        "jacobson-karn, jacobson-karn.variant, rfc6298",
        "jacobson-karn, jacobson-karn.srtt-gain, 0.5",
        "jacobson-karn, jacobson-karn.rttvar-gain, 0.5",
        "qest, qest.buckets, 999",
        "qest, qest.tau-max, 59s"
    })
    void shouldRefuseWhatWasLearntUnderAnotherConfiguration(String name, String property, String value) {
        assertRefused(oracle(name, property, value), learnt(name).snapshot(), property);
    }

    @ParameterizedTest
    @CsvSource({
        "jacobson-karn, jacobson-karn.rttvar-multiplier, 2",
        "qest, qest.restart-cost, 1s",
        "qest, qest.variant, as-printed"
    })
    void shouldJudgeWhatWasLearntByAnotherMeasure(String name, String property, String value) {
        PathOracle same = oracle(name, property, value);
        learn(same, new Random(7), 100);
        PathOracle next = oracle(name, property, value);
        next.restore(learnt(name).snapshot());
        assertThat(next.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(same.timeoutNanos(0, Stage.UNOBSERVED, 1));
    }

    @Test
    void shouldRefuseWhatAnotherKindHasLearnt() {
        assertRefused(oracle("qest"), learnt("jacobson-karn").snapshot(), "of jacobson-karn");
        assertRefused(oracle("jacobson-karn"), learnt("qest").snapshot(), "of qest");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jacobson-karn", "qest"})
    void shouldRefuseAnotherVersionAndWhatIsCutOff(String name) {
        double[] snapshot = learnt(name).snapshot();
        double[] other = snapshot.clone();
        other[0]++;
        assertRefused(oracle(name), other, "another version");
        assertRefused(oracle(name), Arrays.copyOf(snapshot, snapshot.length + 1), "too long");
        assertRefused(oracle(name), Arrays.copyOf(snapshot, snapshot.length - 1), "cut off");
        assertRefused(oracle(name), Arrays.copyOf(snapshot, 3), "the beginning");
    }

    /** Checks that the oracle works after any snapshot that it accepts. */
    @ParameterizedTest
    @ValueSource(strings = {"jacobson-karn", "qest"})
    void shouldRefuseGarbageOrWorkWithIt(String name) {
        double[] strange = {
            Double.NaN, Double.POSITIVE_INFINITY, -1, -0.0, 0.5, 1e300, Double.MIN_VALUE, Long.MAX_VALUE, 1L << 53, 1001
        };
        double[] snapshot = learnt(name).snapshot();
        for (long seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            double[] garbled = snapshot.clone();
            garbled[random.nextInt(garbled.length)] = random.nextInt(3) == 0
                    ? Double.longBitsToDouble(random.nextLong())
                    : strange[random.nextInt(strange.length)];
            PathOracle oracle = oracle(name);
            Map<String, Double> before = oracle.describe();
            try {
                oracle.restore(garbled);
            } catch (IllegalArgumentException refused) {
                assertThat(oracle.describe()).as("seed %d", seed).isEqualTo(before);
            }
            assertThatCode(() -> learn(oracle, random, 3)).as("seed %d", seed).doesNotThrowAnyException();
            assertThat(oracle.timeoutNanos(0, Stage.UNOBSERVED, 1))
                    .as("seed %d", seed)
                    .isBetween(MILLI, 60_000 * MILLI);
            assertThat(oracle.describe().values())
                    .as("seed %d", seed)
                    .allSatisfy(value -> assertThat(value).isFinite().isNotNegative());
        }
    }

    @ParameterizedTest
    @CsvSource({"3, NaN", "3, 1.5", "3, 2", "5, 0", "6, -1", "6, 1e300", "4, -1", "4, 1000", "7, 0", "7, 0.5"})
    void shouldRefuseHistogramsThatNobodyCanHave(int place, double value) {
        QestOracle former = new QestOracle(QestConfig.ofDefaults());
        for (long millis : new long[] {10, 70, 130}) {
            former.onAcknowledgement(new RttSample(millis * MILLI, 1, false));
        }
        double[] snapshot = former.snapshot();
        assertThat(snapshot).hasSize(13);
        snapshot[place] = value;
        assertRefused(oracle("qest"), snapshot, place + " is " + value);
    }
}
