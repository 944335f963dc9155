package io.github.restartoracle.benchmarks.lab.exchange;

import java.time.Duration;

/** When a client asks. Immutable. */
public sealed interface Load {
    /**
     * A closed loop: each exchange begins when the one before has ended.
     *
     * @param count at most so many, 1 or more; fewer if the phase ends before
     */
    record Sequential(int count) implements Load {
        public Sequential {
            requirePositive(count);
        }
    }

    /**
     * An open loop: each exchange is due at its time, whatever became of those before.
     *
     * @param count 1 or more
     * @param first when the first one is due, not negative
     * @param interval between two, more than 0
     */
    record Paced(int count, Duration first, Duration interval) implements Load {
        public Paced {
            requirePositive(count);
            if (first.isNegative() || interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("first must not be negative, interval must be more than 0");
            }
        }
    }

    /**
     * Users that think, ask and wait, until the phase ends; think times and sizes are {@link Surge}'s, and the size that the
     * call has does not count.
     *
     * @param count 1 or more
     * @param seed of think times and sizes
     */
    record Users(int count, long seed) implements Load {
        public Users {
            requirePositive(count);
        }
    }

    private static void requirePositive(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be 1 or more, not " + count);
        }
    }
}
