package io.github.restartoracle.oracle.path;

import io.github.restartoracle.oracle.TimeoutBounds;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.Set;

/**
 * The configuration of a {@link CanaryOracle}; properties in the section {@code canary}. The constructor throws
 * {@link IllegalArgumentException} for values out of range.
 *
 * @param budget the number of copies that each acknowledged message allows, from 0 to 1; with 0, a message that may have
 *     arrived is copied only while no message is acknowledged; property {@code budget}, default 0.05
 * @param burst the most copies that are allowed at once, from 1 to 1000, default 10
 * @param probeCost the price of a connection that is tried while the path is down, in time; from 1 ms to 1 min, default 1 ms
 * @param copyCost the price of a copy that asks if any message arrives, in time; from 10 ms to 1 h, default 1 s
 * @param longestProbe the longest interval between two probes, from 1 s to 1 h, default 10 s
 * @param patience the shortest time for which a message that the next machine has received is not restarted, from 1 s to 1 h;
 *     property {@code patience}, default 10 s
 */
public record CanaryConfig(
        double budget, int burst, Duration probeCost, Duration copyCost, Duration longestProbe, Duration patience) {
    /** The name of the oracle, and the section of its settings. */
    public static final String SECTION = "canary";

    private static final int MOST_BURST = 1000;
    private static final Duration LEAST_PROBE_COST = Duration.ofMillis(1);
    private static final Duration MOST_PROBE_COST = Duration.ofMinutes(1);
    private static final Duration LEAST_COPY_COST = Duration.ofMillis(10);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final CanaryConfig DEFAULTS =
            new CanaryConfig(0.05, 10, Duration.ofMillis(1), SECOND, Duration.ofSeconds(10), Duration.ofSeconds(10));

    public CanaryConfig {
        if (!(budget >= 0 && budget <= 1)) {
            throw new IllegalArgumentException("budget must be from 0 to 1, was " + budget);
        }
        if (burst < 1 || burst > MOST_BURST) {
            throw new IllegalArgumentException("burst must be from 1 to " + MOST_BURST + ", was " + burst);
        }
        check("probeCost", probeCost, LEAST_PROBE_COST, MOST_PROBE_COST);
        check("copyCost", copyCost, LEAST_COPY_COST, HOUR);
        check("longestProbe", longestProbe, SECOND, HOUR);
        check("patience", patience, SECOND, HOUR);
    }

    /** {@return the defaults: 0.05 copies for each message and 10 at once, 1 ms, 1 s, 10 s and 10 s} */
    public static CanaryConfig ofDefaults() {
        return DEFAULTS;
    }

    /**
     * Reads the section {@code canary}. The common timeouts are checked, and have no effect.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return the configuration
     * @throws io.github.restartoracle.settings.SettingException if a value is out of range or a name in the section is
     *     unknown
     */
    public static CanaryConfig from(Settings settings) {
        TimeoutBounds.from(settings);
        Settings section = settings.section(SECTION);
        section.requireKnown(Set.of("budget", "patience"));
        return new CanaryConfig(
                section.decimal("budget", DEFAULTS.budget, 0, 1),
                DEFAULTS.burst,
                DEFAULTS.probeCost,
                DEFAULTS.copyCost,
                DEFAULTS.longestProbe,
                section.duration("patience", DEFAULTS.patience, SECOND, HOUR));
    }

    private static void check(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(name + " must be from " + min + " to " + max + ", was " + value);
        }
    }
}
