package io.github.restartoracle.benchmarks.lab.exchange;

import java.time.Duration;

/** The times at which a client sends requests. Immutable. */
public sealed interface RequestTimes {
    /**
     * A closed loop: each exchange begins when the one before has ended.
     *
     * @param count the most exchanges, 1 or more; none begins after the end of the phase
     */
    record Sequential(int count) implements RequestTimes {
        public Sequential {
            requirePositive(count);
        }
    }

    /**
     * An open loop: each exchange is due at its time, even if earlier ones have not ended or have failed, and after the end of
     * the phase too.
     *
     * @param count 1 or more
     * @param first the time at which the first one is due, not negative
     * @param interval between two, more than 0
     */
    record Paced(int count, Duration first, Duration interval) implements RequestTimes {
        public Paced {
            requirePositive(count);
            if (first.isNegative() || interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("first must not be negative, interval must be more than 0");
            }
        }
    }

    /**
     * Users that think, send a request and wait for the answer, until the phase ends. Think times and sizes are those of
     * {@link Surge}; the size of the response in the call is ignored.
     *
     * @param count the number of users, 1 or more
     * @param seed of think times and sizes
     */
    record Users(int count, long seed) implements RequestTimes {
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
