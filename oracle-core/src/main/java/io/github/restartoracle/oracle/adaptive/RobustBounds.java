package io.github.restartoracle.oracle.adaptive;

import io.github.restartoracle.oracle.TimeoutBounds;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;

/** Timeouts whose least, if none is configured, exceeds the second for which CXF holds acknowledgements back. */
final class RobustBounds {
    private static final Duration LEAST = Duration.ofMillis(1500);

    private RobustBounds() {}

    static TimeoutBounds from(Settings settings) {
        TimeoutBounds bounds = TimeoutBounds.from(settings);
        if (settings.text("min-timeout") != null) {
            return bounds;
        }
        Duration least = LEAST.compareTo(bounds.max()) < 0 ? LEAST : bounds.max();
        return new TimeoutBounds(bounds.initial(), bounds.max(), least);
    }
}
