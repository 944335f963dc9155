package io.github.restartoracle.store;

/** What the random choices of a test begin with: {@code -Dseed=S}, or another number each time. */
final class Seed {
    private Seed() {}

    /** It is printed, so that a run can be repeated however it ends. */
    static long of(Class<?> test) {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println(test.getSimpleName() + ": -Dseed=" + seed);
        return seed;
    }
}
