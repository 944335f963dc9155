package io.github.restartoracle.oracle.adaptive;

import io.github.restartoracle.oracle.TimeoutBounds;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * The configuration of a {@link QestOracle}; properties in the section {@code qest}. The constructor throws
 * {@link IllegalArgumentException} for values out of range.
 *
 * @param timeouts the timeout before the first sample, the longest and the shortest
 * @param tauMax &tau;<sub>max</sub>, the end of the histogram and the longest candidate, from 1 ms to 7 d; property
 *     {@code tau-max}, default {@code max-timeout}
 * @param buckets H, from 1 to 100000; property {@code buckets}, default 1000
 * @param restartCost c, the cost of a restart in time, from 0 to 7 d; property {@code restart-cost}, default 0
 * @param variant the estimator of the expected time; property {@code variant}, default {@code corrected}
 */
public record QestConfig(TimeoutBounds timeouts, Duration tauMax, int buckets, Duration restartCost, Variant variant) {
    /** The name of the oracle, and the section of its settings. */
    public static final String SECTION = "qest";

    private static final int DEFAULT_BUCKETS = 1000;
    private static final int MOST_BUCKETS = 100_000;

    /** The estimator of the expected time. */
    public enum Variant {
        /** The partial moment is divided by the distribution function once. */
        CORRECTED,
        /** It is divided twice, as printed in "The Fast and the Fair"; this favours long timeouts. */
        AS_PRINTED,
        /**
         * Like {@link #CORRECTED}, for use rather than for comparison, with four changes. The weight of all samples is halved
         * whenever there are 1024. The timeouts of many messages that wait at once double &tau; once and not once each, and not
         * at all if the transport reports receipts and the path has given no sign of life since: that is an outage, and no
         * load. An ambiguous acknowledgement reduces back-off to the time since the first transmission. {@code min-timeout} is
         * 1.5 s by default.
         */
        ROBUST
    }

    public QestConfig {
        check("tauMax", tauMax, TimeoutBounds.LEAST);
        check("restartCost", restartCost, Duration.ZERO);
        if (buckets < 1 || buckets > MOST_BUCKETS) {
            throw new IllegalArgumentException("buckets must be from 1 to " + MOST_BUCKETS + ", was " + buckets);
        }
    }

    /**
     * Returns the defaults, Table I of the paper.
     *
     * @return 4 s at first, 1000 buckets up to 60 s, no cost of a restart, the corrected estimator
     */
    public static QestConfig ofDefaults() {
        TimeoutBounds timeouts = TimeoutBounds.ofDefaults();
        return new QestConfig(timeouts, timeouts.max(), DEFAULT_BUCKETS, Duration.ZERO, Variant.CORRECTED);
    }

    /**
     * Reads the section {@code qest} and the common timeouts.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return the configuration
     * @throws io.github.restartoracle.settings.SettingException if a value is out of range or a name in the section is
     *     unknown
     */
    public static QestConfig from(Settings settings) {
        Settings section = settings.section(SECTION);
        section.requireKnown(Set.of("buckets", "restart-cost", "variant", "tau-max"));
        String variant = section.choice("variant", "corrected", Set.of("corrected", "as-printed", "robust"));
        TimeoutBounds timeouts = variant.equals("robust") ? RobustBounds.from(settings) : TimeoutBounds.from(settings);
        return new QestConfig(
                timeouts,
                section.duration("tau-max", timeouts.max(), TimeoutBounds.LEAST, TimeoutBounds.GREATEST),
                section.integer("buckets", DEFAULT_BUCKETS, 1, MOST_BUCKETS),
                section.duration("restart-cost", Duration.ZERO, Duration.ZERO, TimeoutBounds.GREATEST),
                Variant.valueOf(variant.toUpperCase(Locale.ROOT).replace('-', '_')));
    }

    /**
     * Returns the same configuration with another estimator.
     *
     * @param other the estimator
     * @return a copy
     */
    public QestConfig withVariant(Variant other) {
        return new QestConfig(timeouts, tauMax, buckets, restartCost, other);
    }

    /**
     * Returns the same configuration with another cost of a restart.
     *
     * @param other c, from 0 to 7 d
     * @return a copy
     * @throws IllegalArgumentException if the cost is out of range
     */
    public QestConfig withRestartCost(Duration other) {
        return new QestConfig(timeouts, tauMax, buckets, other, variant);
    }

    private static void check(String name, Duration value, Duration min) {
        if (value.compareTo(min) < 0 || value.compareTo(TimeoutBounds.GREATEST) > 0) {
            throw new IllegalArgumentException(name + " must be from " + min + " to 7 d, was " + value);
        }
    }
}
