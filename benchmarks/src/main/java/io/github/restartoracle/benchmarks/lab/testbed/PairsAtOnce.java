package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import org.jspecify.annotations.Nullable;

/**
 * The number of pairs that run at the same time. Each run measures the lateness of the machine, which determines the number for
 * later runs.
 *
 * @param number of pairs
 * @param change number of changes so far; a run that began before the last change does not count
 * @param heard number of runs that count
 * @param latest the greatest lateness of these runs, null before the first
 */
record PairsAtOnce(
        int number, int change, int heard, @Nullable HostLateness latest) {
    /** The share of the permitted lateness below which a machine can carry more. */
    private static final double ROOM = 0.2;

    PairsAtOnce(int number) {
        this(number, 0, 0, null);
    }

    /** Halves the number after runs that were too late, and adds half after runs that were far from too late. */
    PairsAtOnce after(HostLateness worst) {
        if (!worst.sound()) {
            return new PairsAtOnce(Math.max(1, number / 2), change + 1, 0, null);
        }
        boolean room = worst.p99Millis() < ROOM * HostLateness.LIMIT_MILLIS;
        return room
                ? new PairsAtOnce(number + (number + 1) / 2, change + 1, 0, null)
                : new PairsAtOnce(number, change, 0, null);
    }

    /**
     * Adapts the number after one run: halves it at once, and adds half only when as many runs as run at the same time were far
     * from too late.
     */
    PairsAtOnce after(int begunAfterChange, HostLateness run) {
        if (begunAfterChange != change) {
            return this;
        }
        HostLateness worst = latest == null ? run : latest.orLater(run);
        return !run.sound() || heard + 1 >= number ? after(worst) : new PairsAtOnce(number, change, heard + 1, worst);
    }
}
