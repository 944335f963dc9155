package io.github.restartoracle.wsrm.world;

import java.util.List;
import java.util.SplittableRandom;

/** The chance of one seed. Not thread-safe. */
final class Chance {
    private final SplittableRandom random;

    Chance(long seed) {
        // Seeds that follow one another begin alike without it.
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

    /** Anything between two times, short ones as likely as long ones. */
    long nanos(long leastMicros, long mostMicros) {
        double exponent = random.nextDouble();
        return (long) (1_000 * leastMicros * Math.pow(mostMicros / (double) leastMicros, exponent));
    }

    /** Anything between two times. */
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
