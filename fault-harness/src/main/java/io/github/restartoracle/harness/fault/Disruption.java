package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A fault that takes all packets for a time.
 *
 * @param window the times at which it is in force
 * @param direction the direction of the packets it takes
 */
public record Disruption(Window window, Direction direction) implements Fault {
    public Disruption {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(direction, "direction");
    }

    /**
     * Creates a fault that does not repeat.
     *
     * @param at when it begins, not negative
     * @param lasting how long it lasts, positive; empty: to the end of the run
     * @param direction the direction of the packets it takes
     */
    public Disruption(Duration at, Optional<Duration> lasting, Direction direction) {
        this(Window.once(at, lasting), direction);
    }

    /**
     * Returns a disruption in both directions.
     *
     * @param at when it begins
     * @param lasting how long it lasts
     * @return the fault
     */
    public static Disruption of(Duration at, Duration lasting) {
        return new Disruption(at, Optional.of(lasting), Direction.BOTH);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.disruption(this);
    }

    @Override
    public Disruption with(Window otherWindow, Direction otherDirection) {
        return new Disruption(otherWindow, otherDirection);
    }

    @Override
    public boolean isOutage() {
        return true;
    }

    @Override
    public String notation() {
        return "{" + window.notation() + ", disrupt: " + direction + "}";
    }
}
