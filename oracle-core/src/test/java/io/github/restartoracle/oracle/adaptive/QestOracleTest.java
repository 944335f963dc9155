package io.github.restartoracle.oracle.adaptive;

import static io.github.restartoracle.oracle.adaptive.QestConfig.Variant.AS_PRINTED;
import static io.github.restartoracle.oracle.adaptive.QestConfig.Variant.CORRECTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.TimeoutBounds;
import io.github.restartoracle.oracle.adaptive.QestConfig.Variant;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QestOracleTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final long TAU_MAX = 60 * SECOND;
    private static final long BUCKET = TAU_MAX / 1000;

    private static RttSample clean(long nanos) {
        return new RttSample(nanos, 1, false);
    }

    private static long exponential(Random random, double meanSeconds) {
        return (long) (-Math.log(1 - random.nextDouble()) * meanSeconds * SECOND);
    }

    /**
     * Returns 200 ms plus, in the mean, 100 ms (90 %) or 10 s (10 %): the case for restart. The hazard rate falls to 1 / E at
     * about 0.54 s. Without the 200 ms it would fall from the very start and the best timeout would be 0.
     */
    private static long hyperexponential(Random random) {
        return 200 * MILLI + exponential(random, random.nextDouble() < 0.9 ? 0.1 : 10);
    }

    private static QestOracle learnt(QestConfig config, long seed, int samples, ToLongFunction<Random> distribution) {
        QestOracle oracle = new QestOracle(config);
        Random random = new Random(seed);
        for (int i = 0; i < samples; i++) {
            oracle.onAcknowledgement(clean(distribution.applyAsLong(random)));
        }
        return oracle;
    }

    @Test
    void shouldUseTheInitialTimeoutBeforeTheFirstSampleAndDoubleIt() {
        QestOracle oracle = new QestOracle(QestConfig.ofDefaults());
        assertThat(oracle.timeoutNanos(1)).isEqualTo(4 * SECOND);
        oracle.onTimeout(1);
        assertThat(oracle.timeoutNanos(3)).isEqualTo(8 * SECOND);
        for (int i = 0; i < 100; i++) {
            oracle.onTimeout(1);
        }
        assertThat(oracle.timeoutNanos(1)).isEqualTo(60 * SECOND);
    }

    @Test
    void shouldChooseTheEdgeOfTheBucketWhenAllSamplesAreTheSame() {
        QestOracle oracle = learnt(QestConfig.ofDefaults(), 0, 50, random -> 130 * MILLI);

        assertThat(oracle.timeoutNanos(1)).isEqualTo(180 * MILLI);
        oracle.onTimeout(1);
        assertThat(oracle.timeoutNanos(1)).isEqualTo(360 * MILLI);
        oracle.onAcknowledgement(clean(130 * MILLI));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(180 * MILLI);
    }

    @Test
    void shouldPutASampleOnTheEdgeIntoTheBucketAboveIt() {
        assertThat(learnt(QestConfig.ofDefaults(), 0, 1, random -> 0).timeoutNanos(1))
                .isEqualTo(BUCKET);
        assertThat(learnt(QestConfig.ofDefaults(), 0, 1, random -> BUCKET - 1).timeoutNanos(1))
                .isEqualTo(BUCKET);
        assertThat(learnt(QestConfig.ofDefaults(), 0, 1, random -> BUCKET).timeoutNanos(1))
                .isEqualTo(2 * BUCKET);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20060911, 42})
    void shouldFindAShortTimeoutWhenSomeSamplesAreMuchSlower(long seed) {
        QestOracle oracle = learnt(QestConfig.ofDefaults(), seed, 20_000, QestOracleTest::hyperexponential);

        assertThat(oracle.timeoutNanos(1)).as("seed %d", seed).isBetween(400 * MILLI, 800 * MILLI);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20060911, 42})
    void shouldFavourLongTimeoutsWhenDividingTwiceAsPrinted(long seed) {
        // Half of the tasks take 10 s more in the mean. Fine buckets: the hazard rate falls steeply at the optimum.
        ToLongFunction<Random> distribution =
                random -> 200 * MILLI + exponential(random, random.nextDouble() < 0.5 ? 0.1 : 10);
        QestConfig config =
                new QestConfig(TimeoutBounds.ofDefaults(), Duration.ofSeconds(10), 1000, Duration.ZERO, CORRECTED);
        long corrected = learnt(config, seed, 20_000, distribution).timeoutNanos(1);
        long printed = learnt(config.withVariant(AS_PRINTED), seed, 20_000, distribution)
                .timeoutNanos(1);

        assertThat(printed).as("seed %d", seed).isGreaterThan(corrected);
    }

    /**
     * Checks values worked by hand: 60 samples of 0.9 s and 40 of 2.9 s, buckets of 1 s. Restarting after 1 s is expected to
     * take (54 + 40 * 1) / 60 = 1.57 s, waiting up to 3 s takes 170 / 100 = 1.7 s. As printed the former is 0.9 / 0.6 + 0.4 /
     * 0.6 * 1 = 2.17 s.
     */
    @ParameterizedTest
    @CsvSource({"CORRECTED, 1", "AS_PRINTED, 3"})
    void shouldChooseTheWorkedValue(Variant variant, long seconds) {
        CompletionTimeHistogram histogram = new CompletionTimeHistogram(10, 10 * SECOND);
        for (int i = 0; i < 100; i++) {
            histogram.add(i < 60 ? 900 * MILLI : 2900 * MILLI);
        }

        assertThat(histogram.bestTimeoutNanos(0, variant)).isEqualTo(seconds * SECOND);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20060911, 42})
    void shouldFavourLongTimeoutsWhenRestartsCost(long seed) {
        QestConfig config = QestConfig.ofDefaults();
        long free =
                learnt(config, seed, 20_000, QestOracleTest::hyperexponential).timeoutNanos(1);
        long dear = learnt(
                        config.withRestartCost(Duration.ofSeconds(5)), seed, 20_000, QestOracleTest::hyperexponential)
                .timeoutNanos(1);

        assertThat(dear).as("seed %d", seed).isGreaterThan(free);
    }

    @Test
    void shouldChooseTauMaxWhenEverySampleIsLonger() {
        QestConfig config =
                new QestConfig(TimeoutBounds.ofDefaults(), Duration.ofSeconds(10), 1000, Duration.ZERO, CORRECTED);
        QestOracle oracle = new QestOracle(config);
        oracle.onAcknowledgement(clean(10 * SECOND));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(10 * SECOND);

        oracle.onAcknowledgement(clean(10 * SECOND - 1));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(10 * SECOND);
        oracle.onAcknowledgement(clean(SECOND));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(1010 * MILLI);
    }

    @Test
    void shouldCountSamplesBeyondTauMax() {
        // 10 samples of 1 s and 10 of 1.5 s: waiting for all costs 1.25 s, restarting after 1 s nearly 2 s. With 80
        // more that never come in time, the expected time is (25 + 80 * 1.5) / 20 and (10 + 90) / 10: later is still
        // better. With 10 of 3 s it is (55 + 80 * 3) / 30 against the former 7.3 s.
        CompletionTimeHistogram histogram = new CompletionTimeHistogram(100, 10 * SECOND);
        for (int i = 0; i < 10; i++) {
            histogram.add(SECOND);
            histogram.add(1500 * MILLI);
            histogram.add(3 * SECOND);
        }
        assertThat(histogram.bestTimeoutNanos(0, CORRECTED)).isEqualTo(3100 * MILLI);
        for (int i = 0; i < 80; i++) {
            histogram.add(Long.MAX_VALUE);
        }
        assertThat(histogram.bestTimeoutNanos(0, CORRECTED)).isEqualTo(1600 * MILLI);
    }

    @Test
    void shouldLearnNothingFromAmbiguousSamples() {
        QestOracle oracle = learnt(QestConfig.ofDefaults(), 0, 5, random -> 130 * MILLI);
        oracle.onTimeout(1);
        oracle.onAcknowledgement(new RttSample(5 * SECOND, 2, false));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(360 * MILLI);

        oracle.onAcknowledgement(new RttSample(130 * MILLI, 2, true));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(180 * MILLI);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20060911, 42})
    void shouldScaleWithItsSamplesAndTheHistogram(long seed) {
        QestConfig tenfold = new QestConfig(
                new TimeoutBounds(Duration.ofSeconds(4), Duration.ofSeconds(600)),
                Duration.ofSeconds(600),
                1000,
                Duration.ZERO,
                CORRECTED);
        long small = learnt(QestConfig.ofDefaults(), seed, 5000, QestOracleTest::hyperexponential)
                .timeoutNanos(1);
        long large = learnt(tenfold, seed, 5000, random -> 10 * hyperexponential(random))
                .timeoutNanos(1);

        assertThat(large).as("seed %d", seed).isEqualTo(10 * small);
    }

    @Test
    void shouldScaleWithinABucketWhenTheHistogramStaysTheSame() {
        long seed = 7;
        long small = learnt(QestConfig.ofDefaults(), seed, 20_000, QestOracleTest::twoModes)
                .timeoutNanos(1);
        long large = learnt(QestConfig.ofDefaults(), seed, 20_000, random -> 3 * twoModes(random))
                .timeoutNanos(1);

        assertThat(Math.abs(large - 3 * small)).as("seed %d", seed).isLessThanOrEqualTo(3 * BUCKET);
    }

    /** Returns about 1 s, or about 10 s, and no time between. */
    private static long twoModes(Random random) {
        double seconds = random.nextDouble() < 0.8 ? 0.9 + 0.1 * random.nextDouble() : 10 + random.nextDouble();
        return (long) (seconds * SECOND);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20060911, 42})
    void shouldFindNothingToGainWhenTheDistributionHasNoMemory(long seed) {
        BruteForce all = new BruteForce(1000, TAU_MAX);
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            all.add(exponential(random, 2));
        }

        // E(tau) is 2 s for every tau; the histogram adds the distance from a sample to the edge of its bucket.
        for (int bucket = 20; bucket < 300; bucket += 20) {
            assertThat(all.expectedNanos(bucket, 0, CORRECTED) / SECOND)
                    .as("bucket %d, seed %d", bucket, seed)
                    .isBetween(1.9, 2.1);
        }
    }

    @ParameterizedTest
    @CsvSource({"CORRECTED, 0", "CORRECTED, 1500000000", "AS_PRINTED, 0", "AS_PRINTED, 1500000000"})
    void shouldAgreeWithTheSearchOfAllBuckets(Variant variant, double costNanos) {
        for (long seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            int buckets = 1 + random.nextInt(300);
            long tauMax = (1 + random.nextInt(1000)) * MILLI * buckets;
            CompletionTimeHistogram sparse = new CompletionTimeHistogram(buckets, tauMax);
            BruteForce all = new BruteForce(buckets, tauMax);
            for (int i = 0; i < 60; i++) {
                long sample = (long) (tauMax * 1.2 * Math.pow(random.nextDouble(), 3));
                sparse.add(sample);
                all.add(sample);
                assertThat(sparse.bestTimeoutNanos(costNanos, variant))
                        .as("sample %d, seed %d", i, seed)
                        .isEqualTo(all.bestNanos(costNanos, variant));
            }
        }
    }

    @Test
    void shouldNotExceedTauMaxWhenTheBucketsDoNotDivideIt() {
        CompletionTimeHistogram histogram = new CompletionTimeHistogram(7, 100);
        histogram.add(99);
        assertThat(histogram.bestTimeoutNanos(0, CORRECTED)).isEqualTo(100);
        CompletionTimeHistogram fine = new CompletionTimeHistogram(1000, 100);
        fine.add(99);
        assertThat(fine.bestTimeoutNanos(0, CORRECTED)).isEqualTo(100);
    }

    @Test
    void shouldStayWithinItsBounds() {
        TimeoutBounds bounds = new TimeoutBounds(Duration.ofSeconds(1), Duration.ofSeconds(2));
        QestOracle oracle =
                new QestOracle(new QestConfig(bounds, Duration.ofSeconds(60), 100_000, Duration.ZERO, CORRECTED));
        oracle.onAcknowledgement(clean(0));
        assertThat(oracle.timeoutNanos(1)).isEqualTo(MILLI);
        QestOracle slow =
                new QestOracle(new QestConfig(bounds, Duration.ofSeconds(60), 1000, Duration.ZERO, CORRECTED));
        slow.onAcknowledgement(clean(30 * SECOND));
        assertThat(slow.timeoutNanos(1)).isEqualTo(2 * SECOND);
    }

    @Test
    void shouldReadItsConfiguration() {
        Settings settings = Settings.of(Map.of(
                "qest.buckets", "10",
                "qest.tau-max", "5s",
                "qest.restart-cost", "100ms",
                "qest.variant", "as-printed",
                "initial-timeout", "2s",
                "max-timeout", "9s"));

        assertThat(QestConfig.from(settings))
                .isEqualTo(new QestConfig(
                        new TimeoutBounds(Duration.ofSeconds(2), Duration.ofSeconds(9)),
                        Duration.ofSeconds(5),
                        10,
                        Duration.ofMillis(100),
                        AS_PRINTED));
        assertThat(QestConfig.from(Settings.of(Map.of()))).isEqualTo(QestConfig.ofDefaults());
        assertThat(QestConfig.from(Settings.of(Map.of("max-timeout", "9s"))).tauMax())
                .isEqualTo(Duration.ofSeconds(9));
        assertThat(QestConfig.from(Settings.of(Map.of("qest.variant", "corrected")))
                        .variant())
                .isEqualTo(CORRECTED);
    }

    @ParameterizedTest
    @CsvSource({"buckets, 0", "buckets, 100001", "tau-max, 0ms", "restart-cost, 8d", "variant, printed", "bukets, 1"})
    void shouldRefuseConfigurationThatCannotBeUsed(String name, String value) {
        Settings settings = Settings.of(Map.of("qest." + name, value));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> QestConfig.from(settings))
                .withMessageContaining("restart-oracle.qest." + name + " = \"" + value + "\"");
    }

    @ParameterizedTest
    @CsvSource({"0, 10, 0, tauMax", "604801, 10, 0, tauMax", "1, 0, 0, buckets", "1, 100001, 0, buckets"})
    void shouldRefuseComponentsOutOfRange(long tauMaxSeconds, int buckets, long costSeconds, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new QestConfig(
                        TimeoutBounds.ofDefaults(),
                        Duration.ofSeconds(tauMaxSeconds),
                        buckets,
                        Duration.ofSeconds(costSeconds),
                        CORRECTED))
                .withMessageStartingWith(named + " must be from ");
    }

    @Test
    void shouldAcceptTheEndsOfItsRanges() {
        Duration week = Duration.ofDays(7);
        assertThat(new QestConfig(TimeoutBounds.ofDefaults(), week, 100_000, week, CORRECTED).tauMax())
                .isEqualTo(week);
        assertThat(new QestConfig(TimeoutBounds.ofDefaults(), Duration.ofMillis(1), 1, Duration.ZERO, CORRECTED)
                        .buckets())
                .isOne();
    }

    @Test
    void shouldRefuseANegativeCost() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QestConfig.ofDefaults().withRestartCost(Duration.ofNanos(-1)))
                .withMessageStartingWith("restartCost must be from ");
    }

    /** The definition, with a loop over all buckets. */
    private static final class BruteForce {
        private final long width;
        private final long tauMax;
        private final List<Long> samples = new ArrayList<>();
        private final long[] counts;
        private final double[] sums;

        BruteForce(int buckets, long tauMax) {
            this.width = (tauMax + buckets - 1) / buckets;
            this.tauMax = tauMax;
            this.counts = new long[buckets];
            this.sums = new double[buckets];
        }

        void add(long sample) {
            samples.add(sample);
            if (sample < tauMax) {
                counts[(int) (sample / width)]++;
                sums[(int) (sample / width)] += sample;
            }
        }

        double expectedNanos(int bucket, double cost, Variant variant) {
            long count = 0;
            double sum = 0;
            for (int k = 0; k <= bucket; k++) {
                count += counts[k];
                sum += sums[k];
            }
            long total = samples.size();
            double restarts = (total - count) * (Math.min(tauMax, (bucket + 1L) * width) + cost);
            return variant == CORRECTED ? (sum + restarts) / count : sum / count * total / count + restarts / count;
        }

        long bestNanos(double cost, Variant variant) {
            double least = Double.POSITIVE_INFINITY;
            long best = tauMax;
            for (int k = 0; k < counts.length; k++) {
                double expected = expectedNanos(k, cost, variant);
                if (expected < least) {
                    least = expected;
                    best = Math.min(tauMax, (k + 1L) * width);
                }
            }
            return best;
        }
    }
}
