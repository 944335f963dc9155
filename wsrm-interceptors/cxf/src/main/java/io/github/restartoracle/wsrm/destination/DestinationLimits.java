package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Limits of the receiving side of a bus, read from {@code restart-oracle.*}. The constructor takes any values.
 *
 * @param shutdownWait the time for which the shutdown of a bus waits for deliveries that are under way, 0 to 1 h
 */
public record DestinationLimits(Duration shutdownWait) {
    private static final String SHUTDOWN_WAIT = "shutdown-wait";

    /** The names of the properties. */
    public static final Set<String> NAMES = Set.of(SHUTDOWN_WAIT);

    /**
     * Returns the defaults: the shutdown waits for 10 s.
     *
     * @return the defaults
     */
    public static DestinationLimits ofDefaults() {
        return of(Settings.of(Map.of()));
    }

    /**
     * Reads and checks the properties.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return the limits
     * @throws SettingException naming the property that is wrong
     */
    public static DestinationLimits of(Settings settings) {
        return new DestinationLimits(
                settings.duration(SHUTDOWN_WAIT, Duration.ofSeconds(10), Duration.ZERO, Duration.ofHours(1)));
    }
}
