package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Each packet is lost with the same probability, independently of all others.
 *
 * @param at when it begins, not negative
 * @param lasting how long it lasts, positive; empty: to the end of the run
 * @param probability from 0 to 1, in each direction it applies to
 * @param direction which packets it takes
 */
public record RandomLoss(Duration at, Optional<Duration> lasting, double probability, Direction direction)
        implements Fault {
    public RandomLoss {
        Window.check(at, lasting);
        Objects.requireNonNull(direction, "direction");
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("loss must be from 0% to 100%, not " + 100 * probability + "%");
        }
    }

    /**
     * Loss in both directions from the start to the end of the run.
     *
     * @param probability from 0 to 1
     * @return the fault
     */
    public static RandomLoss of(double probability) {
        return new RandomLoss(Duration.ZERO, Optional.empty(), probability, Direction.BOTH);
    }

    @Override
    public String notation() {
        return "{" + Window.notation(this) + ", loss: " + Quantity.percent(probability) + ", direction: " + direction
                + "}";
    }
}
