package io.github.restartoracle.oracle.interval;

import io.github.restartoracle.oracle.TimeoutBounds;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.Set;

/**
 * The configuration of an {@link ExponentialBackoffOracle}. The constructor throws {@link IllegalArgumentException} if the
 * timeout is not from 1 ms to 7 d or the factor not from 1 to 100.
 *
 * @param timeout &tau;<sub>1</sub>; property {@code initial-timeout}
 * @param factor the ratio of each timeout of a message to the one before; property {@code exponential-backoff.factor}, default
 *     2
 */
public record ExponentialBackoffConfig(Duration timeout, double factor) {
    /** The name of the oracle, and the section of its settings. */
    public static final String SECTION = "exponential-backoff";

    private static final double DEFAULT_FACTOR = 2;
    private static final double GREATEST_FACTOR = 100;

    public ExponentialBackoffConfig {
        IntervalTimeout.check(timeout);
        if (!(factor >= 1 && factor <= GREATEST_FACTOR)) {
            throw new IllegalArgumentException("factor must be from 1 to 100, was " + factor);
        }
    }

    /** {@return the defaults: 4 s, doubled each time} */
    public static ExponentialBackoffConfig ofDefaults() {
        return new ExponentialBackoffConfig(TimeoutBounds.ofDefaults().initial(), DEFAULT_FACTOR);
    }

    /**
     * Reads {@code initial-timeout} and {@code exponential-backoff.factor}.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return the configuration
     * @throws io.github.restartoracle.settings.SettingException if a value is out of range or a name in the section is
     *     unknown
     */
    public static ExponentialBackoffConfig from(Settings settings) {
        Settings section = settings.section(SECTION);
        section.requireKnown(Set.of("factor"));
        return new ExponentialBackoffConfig(
                TimeoutBounds.from(settings).initial(), section.decimal("factor", DEFAULT_FACTOR, 1, GREATEST_FACTOR));
    }
}
