package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import org.jspecify.annotations.Nullable;

/**
 * How many pairs of a source and a destination a machine can carry at the same time: each run is a calibration for those after
 * it.
 *
 * @param number of pairs
 * @param change how often the number has changed: a run tells nothing of a number that came after its begin
 * @param heard how many runs have told of this number
 * @param latest the latest of them, null if none has
 */
record PairsAtOnce(
        int number, int change, int heard, @Nullable HostLateness latest) {
    /** A machine that was so much less late than it may be has room for more. */
    private static final double ROOM = 0.2;

    PairsAtOnce(int number) {
        this(number, 0, 0, null);
    }

    /** Half as many after runs that were too late, half as many again after runs that were far from it. */
    PairsAtOnce after(HostLateness worst) {
        if (!worst.sound()) {
            return new PairsAtOnce(Math.max(1, number / 2), change + 1, 0, null);
        }
        boolean room = worst.p99Millis() < ROOM * HostLateness.LIMIT_MILLIS;
        return room
                ? new PairsAtOnce(number + (number + 1) / 2, change + 1, 0, null)
                : new PairsAtOnce(number, change, 0, null);
    }

    /** The same after one run: fewer at once, more when as many have told of this number as there are at once. */
    PairsAtOnce after(int begunAfterChange, HostLateness run) {
        if (begunAfterChange != change) {
            return this;
        }
        HostLateness worst = latest == null ? run : latest.orLater(run);
        return !run.sound() || heard + 1 >= number ? after(worst) : new PairsAtOnce(number, change, heard + 1, worst);
    }
}
