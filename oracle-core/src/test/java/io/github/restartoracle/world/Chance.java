package io.github.restartoracle.world;

import java.util.List;
import java.util.SplittableRandom;

/** The random numbers of one seed. Not thread-safe. */
final class Chance {
    private final SplittableRandom random;

    Chance(long seed) {
        // Without it, consecutive seeds begin with similar numbers.
        this.random = new SplittableRandom(seed).split();
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    boolean is(double probability) {
        return random.nextDouble() < probability;
    }

    int from(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /** Returns a time between two limits, with a uniform distribution of its logarithm. */
    long nanos(long leastMicros, long mostMicros) {
        double exponent = random.nextDouble();
        return (long) (1_000 * leastMicros * Math.pow(mostMicros / (double) leastMicros, exponent));
    }

    /** Returns a time between two limits. */
    long between(long leastNanos, long mostNanos) {
        return random.nextLong(leastNanos, mostNanos + 1);
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    long any() {
        return random.nextLong();
    }
}
