package io.github.restartoracle.oracle.path;

/**
 * A smoothed time and its mean deviation with the gains of RFC 6298, 1/8 and 1/4, each deviation taken from the former
 * smoothed time. Times are in nanoseconds.
 */
final class SmoothedTime {
    private static final double GAIN = 0.125;
    private static final double DEVIATION_GAIN = 0.25;
    private static final double DEVIATIONS = 4;

    private boolean sampled;
    private double smoothedNanos;
    private double deviationNanos;

    boolean isSampled() {
        return sampled;
    }

    void add(long nanos) {
        if (sampled) {
            deviationNanos += DEVIATION_GAIN * (Math.abs(smoothedNanos - nanos) - deviationNanos);
            smoothedNanos += GAIN * (nanos - smoothedNanos);
        } else {
            set((double) nanos, nanos / 2.0);
        }
    }

    void set(double smoothed, double deviation) {
        sampled = true;
        smoothedNanos = smoothed;
        deviationNanos = deviation;
    }

    double smoothedNanos() {
        return smoothedNanos;
    }

    double deviationNanos() {
        return deviationNanos;
    }

    /** The smoothed time and four deviations: few samples are longer. */
    double boundNanos() {
        return smoothedNanos + DEVIATIONS * deviationNanos;
    }
}
