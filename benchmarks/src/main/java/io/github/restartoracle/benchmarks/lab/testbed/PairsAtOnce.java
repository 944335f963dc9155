package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;

/** How many pairs of a source and a destination a machine can carry at the same time: each wave is a calibration for the next. */
final class PairsAtOnce {
    /** A wave that was so much later than its machine may be leaves room for more. */
    private static final double ROOM = 0.2;

    private final int number;

    PairsAtOnce(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Half as many after a wave that was too late, half as many again after one that was far from it. */
    PairsAtOnce after(HostLateness worst) {
        if (!worst.sound()) {
            return new PairsAtOnce(Math.max(1, number / 2));
        }
        boolean room = worst.p99Millis() < ROOM * HostLateness.LIMIT_MILLIS;
        return room ? new PairsAtOnce(number + (number + 1) / 2) : this;
    }
}
