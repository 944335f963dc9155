package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Optional;

/**
 * A fault that takes all packets for a time.
 *
 * @param window the times at which it is in force
 * @param direction the direction of the packets it takes
 */
public record Disruption(Window window, Direction direction) implements Fault {
    /**
     * {@return a disruption in both directions, once}
     *
     * @param at when it begins
     * @param lasting how long it lasts
     */
    public static Disruption of(Duration at, Duration lasting) {
        return new Disruption(Window.once(at, Optional.of(lasting)), Direction.BOTH);
    }
}
