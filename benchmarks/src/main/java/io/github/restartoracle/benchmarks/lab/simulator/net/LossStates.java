package io.github.restartoracle.benchmarks.lab.simulator.net;

/** The good and the bad periods of one direction of a link, which can only be walked through forwards. Not thread-safe. */
final class LossStates {
    private final GilbertElliott model;
    private final long key;
    private long period;
    private long untilNanos;

    LossStates(GilbertElliott model, long key) {
        this.model = model;
        this.key = key;
        this.untilNanos = length(0);
    }

    /** Returns the probability of loss at a time, which must not be before that of the last call. */
    double lossAt(long nanos) {
        while (nanos >= untilNanos) {
            period++;
            untilNanos += length(period);
        }
        return good(period) ? 0 : model.badLoss();
    }

    private static boolean good(long period) {
        return period % 2 == 0;
    }

    private long length(long number) {
        double mean = (good(number) ? model.goodFor() : model.badFor()).toNanos();
        return Math.max(1, (long) KeyedRandom.exponential(KeyedRandom.of(key, number), mean));
    }
}
