package io.github.restartoracle.oracle;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;

/**
 * The timeouts that all kinds of oracle have in common. The constructor throws {@link IllegalArgumentException} unless 1 ms
 * &le; {@code initial} &le; {@code max} &le; 7 d and 1 ms &le; {@code min} &le; {@code max}.
 *
 * @param initial the timeout before the first sample; property {@code initial-timeout}, default 4 s, or {@code max} if that is
 *     shorter
 * @param max the longest timeout; property {@code max-timeout}, default 60 s
 * @param min the shortest timeout of an oracle that learns, the first one included; property {@code min-timeout}, default 1 ms.
 *     It should exceed the time for which the destination holds acknowledgements back, which no restart shortens: for example
 *     1 s where a CXF destination without echoes sends its acknowledgements to a decoupled endpoint
 */
public record TimeoutBounds(Duration initial, Duration max, Duration min) {
    /** The shortest timeout that can be configured. */
    public static final Duration LEAST = Duration.ofMillis(1);

    /** The longest timeout that can be configured. */
    public static final Duration GREATEST = Duration.ofDays(7);

    private static final String INITIAL_TIMEOUT = "initial-timeout";
    private static final String MAX_TIMEOUT = "max-timeout";
    private static final String MIN_TIMEOUT = "min-timeout";
    private static final TimeoutBounds DEFAULTS = new TimeoutBounds(Duration.ofSeconds(4), Duration.ofSeconds(60));

    public TimeoutBounds {
        if (initial.compareTo(LEAST) < 0 || initial.compareTo(max) > 0 || max.compareTo(GREATEST) > 0) {
            throw new IllegalArgumentException(
                    "timeouts must be 1 ms <= initial <= max <= 7 d, were " + initial + " and " + max);
        }
        if (min.compareTo(LEAST) < 0 || min.compareTo(max) > 0) {
            throw new IllegalArgumentException("timeouts must be 1 ms <= min <= max, were " + min + " and " + max);
        }
    }

    /**
     * Creates timeouts with the shortest minimum, 1 ms.
     *
     * @param initial the timeout before the first sample
     * @param max the longest timeout
     * @throws IllegalArgumentException unless 1 ms &le; {@code initial} &le; {@code max} &le; 7 d
     */
    public TimeoutBounds(Duration initial, Duration max) {
        this(initial, max, LEAST);
    }

    /** {@return the defaults: 4 s, 60 s and 1 ms} */
    public static TimeoutBounds ofDefaults() {
        return DEFAULTS;
    }

    /**
     * Reads {@code initial-timeout}, {@code max-timeout} and {@code min-timeout}.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return the timeouts
     * @throws SettingException if one is out of range, or the initial or the least timeout is longer than the longest;
     *     the message then names both
     */
    public static TimeoutBounds from(Settings settings) {
        Duration max = settings.duration(MAX_TIMEOUT, DEFAULTS.max, LEAST, GREATEST);
        Duration ifAbsent = DEFAULTS.initial.compareTo(max) < 0 ? DEFAULTS.initial : max;
        Duration initial = settings.duration(INITIAL_TIMEOUT, ifAbsent, LEAST, GREATEST);
        Duration min = settings.duration(MIN_TIMEOUT, LEAST, LEAST, GREATEST);
        requireAtMost(max, settings, INITIAL_TIMEOUT, initial);
        requireAtMost(max, settings, MIN_TIMEOUT, min);
        return new TimeoutBounds(initial, max, min);
    }

    private static void requireAtMost(Duration max, Settings settings, String property, Duration value) {
        if (value.compareTo(max) > 0) {
            String expected = "at most " + settings.fullName(MAX_TIMEOUT) + ", which is " + max.toMillis() + "ms";
            throw new SettingException(settings.fullName(property), value.toMillis() + "ms", expected);
        }
    }
}
