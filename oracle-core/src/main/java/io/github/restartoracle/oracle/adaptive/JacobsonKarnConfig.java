package io.github.restartoracle.oracle.adaptive;

import io.github.restartoracle.oracle.TimeoutBounds;
import io.github.restartoracle.settings.Settings;
import java.util.Locale;
import java.util.Set;

/**
 * The configuration of a {@link JacobsonKarnOracle}; properties in the section {@code jacobson-karn}. The constructor throws
 * {@link IllegalArgumentException} for values out of range.
 *
 * @param timeouts the timeout before the first sample, the longest and the shortest
 * @param srttGain &alpha;<sub>1</sub>, the weight of a new sample in SRTT, from 0.001 to 1; property {@code srtt-gain}, default
 *     0.125
 * @param rttvarGain &alpha;<sub>2</sub>, the weight of a new deviation in RTTVAR, from 0.001 to 1; property
 *     {@code rttvar-gain}, default 0.25
 * @param rttvarMultiplier k, the number of deviations by which the timeout exceeds SRTT, from 0 to 100; property
 *     {@code rttvar-multiplier}, default 4
 * @param variant the order of the two steps; property {@code variant}, default {@code paper}
 */
public record JacobsonKarnConfig(
        TimeoutBounds timeouts, double srttGain, double rttvarGain, double rttvarMultiplier, Variant variant) {
    /** The name of the oracle, and the section of its settings. */
    public static final String SECTION = "jacobson-karn";

    private static final double LEAST_GAIN = 0.001;
    private static final double GREATEST_MULTIPLIER = 100;
    private static final JacobsonKarnConfig DEFAULTS =
            new JacobsonKarnConfig(TimeoutBounds.ofDefaults(), 0.125, 0.25, 4, Variant.PAPER);

    /** The smoothed round trip time from which the deviation of a sample is taken. */
    public enum Variant {
        /** The new one, which contains the sample already; as printed in "The Fast and the Fair". */
        PAPER,
        /** The old one; the margin above SRTT is at least the granularity; RFC 6298, 2.3. */
        RFC6298,
        /**
         * Like {@link #RFC6298}, for use rather than for comparison, with three changes. The timeouts of many messages that
         * wait at once double &tau; once and not once each, and not at all if the transport reports receipts and the path has
         * given no sign of life since: that is an outage, and no load. An ambiguous acknowledgement reduces back-off to the
         * time since the first transmission. {@code min-timeout} is 1.5 s by default.
         */
        ROBUST
    }

    public JacobsonKarnConfig {
        check("srttGain", srttGain, LEAST_GAIN, 1);
        check("rttvarGain", rttvarGain, LEAST_GAIN, 1);
        check("rttvarMultiplier", rttvarMultiplier, 0, GREATEST_MULTIPLIER);
    }

    /**
     * Returns the defaults, Table I of the paper.
     *
     * @return 4 s at first, at most 60 s, gains 1/8 and 1/4, multiplier 4, the paper's order
     */
    public static JacobsonKarnConfig ofDefaults() {
        return DEFAULTS;
    }

    /**
     * Reads the section {@code jacobson-karn} and the common timeouts.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return the configuration
     * @throws io.github.restartoracle.settings.SettingException if a value is out of range or a name in the section is
     *     unknown
     */
    public static JacobsonKarnConfig from(Settings settings) {
        Settings section = settings.section(SECTION);
        section.requireKnown(Set.of("srtt-gain", "rttvar-gain", "rttvar-multiplier", "variant"));
        String variant = section.choice("variant", "paper", Set.of("paper", "rfc6298", "robust"));
        return new JacobsonKarnConfig(
                variant.equals("robust") ? RobustBounds.from(settings) : TimeoutBounds.from(settings),
                section.decimal("srtt-gain", DEFAULTS.srttGain, LEAST_GAIN, 1),
                section.decimal("rttvar-gain", DEFAULTS.rttvarGain, LEAST_GAIN, 1),
                section.decimal("rttvar-multiplier", DEFAULTS.rttvarMultiplier, 0, GREATEST_MULTIPLIER),
                Variant.valueOf(variant.toUpperCase(Locale.ROOT)));
    }

    /**
     * Returns the same configuration with another order of the two steps.
     *
     * @param other the order
     * @return a copy
     */
    public JacobsonKarnConfig withVariant(Variant other) {
        return new JacobsonKarnConfig(timeouts, srttGain, rttvarGain, rttvarMultiplier, other);
    }

    private static void check(String name, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException(name + " must be from " + min + " to " + max + ", was " + value);
        }
    }
}
