package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Nothing gets through for a time.
 *
 * @param at when it begins, not negative
 * @param lasting how long it lasts, positive; empty: to the end of the run
 * @param direction which packets it takes
 */
public record Disruption(Duration at, Optional<Duration> lasting, Direction direction) implements Fault {
    public Disruption {
        Window.check(at, lasting);
        Objects.requireNonNull(direction, "direction");
    }

    /**
     * A disruption in both directions.
     *
     * @param at when it begins
     * @param lasting how long it lasts
     * @return the fault
     */
    public static Disruption of(Duration at, Duration lasting) {
        return new Disruption(at, Optional.of(lasting), Direction.BOTH);
    }

    @Override
    public String notation() {
        return "{" + Window.notation(this) + ", disrupt: " + direction + "}";
    }
}
