package io.github.restartoracle.oracle.interval;

import io.github.restartoracle.oracle.TimeoutBounds;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.Set;

/**
 * The configuration of a {@link FixedIntervalOracle}. The constructor throws {@link IllegalArgumentException} unless the timeout is
 * from 1 ms to 7 d.
 *
 * @param timeout &tau;, the interval between transmissions; property {@code initial-timeout}
 */
public record FixedIntervalConfig(Duration timeout) {
    /** The name of the oracle, and the section of its settings. */
    public static final String SECTION = "fixed";

    public FixedIntervalConfig {
        IntervalTimeout.check(timeout);
    }

    /** {@return the defaults: 4 s} */
    public static FixedIntervalConfig ofDefaults() {
        return new FixedIntervalConfig(TimeoutBounds.ofDefaults().initial());
    }

    /**
     * Reads {@code initial-timeout}, which must not be longer than {@code max-timeout}.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return the configuration
     * @throws io.github.restartoracle.settings.SettingException if a value is out of range or a name in the section is
     *     unknown
     */
    public static FixedIntervalConfig from(Settings settings) {
        settings.section(SECTION).requireKnown(Set.of());
        return new FixedIntervalConfig(TimeoutBounds.from(settings).initial());
    }
}
