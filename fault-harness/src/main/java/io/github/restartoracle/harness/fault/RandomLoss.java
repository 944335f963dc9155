package io.github.restartoracle.harness.fault;

/**
 * The loss of packets at random: each with the same probability, independently of all others.
 *
 * @param window the times at which it is in force
 * @param probability from 0 to 1, in each direction it applies to
 * @param direction the direction of the packets it takes
 */
public record RandomLoss(Window window, double probability, Direction direction) implements Fault {
    public RandomLoss {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("loss must be from 0% to 100%, not " + 100 * probability + "%");
        }
    }

    /**
     * {@return a loss in both directions from the start to the end of the run}
     *
     * @param probability from 0 to 1
     */
    public static RandomLoss of(double probability) {
        return new RandomLoss(Window.always(), probability, Direction.BOTH);
    }
}
