package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The loss of packets at random: each with the same probability, independently of all others.
 *
 * @param window the times at which it is in force
 * @param probability from 0 to 1, in each direction it applies to
 * @param direction the direction of the packets it takes
 */
public record RandomLoss(Window window, double probability, Direction direction) implements Fault {
    public RandomLoss {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(direction, "direction");
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("loss must be from 0% to 100%, not " + 100 * probability + "%");
        }
    }

    /**
     * Creates a fault that does not repeat.
     *
     * @param at when it begins, not negative
     * @param lasting how long it lasts, positive; empty: to the end of the run
     * @param probability from 0 to 1, in each direction it applies to
     * @param direction the direction of the packets it takes
     */
    public RandomLoss(Duration at, Optional<Duration> lasting, double probability, Direction direction) {
        this(Window.once(at, lasting), probability, direction);
    }

    /**
     * Returns a loss in both directions from the start to the end of the run.
     *
     * @param probability from 0 to 1
     * @return the fault
     */
    public static RandomLoss of(double probability) {
        return new RandomLoss(Duration.ZERO, Optional.empty(), probability, Direction.BOTH);
    }

    @Override
    public <R> R match(Cases<R> cases) {
        return cases.loss(this);
    }

    @Override
    public RandomLoss with(Window otherWindow, Direction otherDirection) {
        return new RandomLoss(otherWindow, probability, otherDirection);
    }

    @Override
    public String notation() {
        return "{" + window.notation() + ", loss: " + Quantity.percent(probability) + ", direction: " + direction + "}";
    }
}
