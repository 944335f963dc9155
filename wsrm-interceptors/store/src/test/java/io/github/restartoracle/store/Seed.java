package io.github.restartoracle.store;

/** The seed of the random choices of a test: {@code -Dseed=S}, or another number each time. */
final class Seed {
    private Seed() {}

    /** Returns the seed, and prints it first, so that a run can be repeated even if it is killed. */
    static long of(Class<?> test) {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println(test.getSimpleName() + ": -Dseed=" + seed);
        return seed;
    }
}
