package io.github.restartoracle.internal.estimate;

/**
 * A smoothed time and its mean deviation with the gains of RFC 6298, 1/8 and 1/4, each deviation taken from the former
 * smoothed time. Times are in nanoseconds. Not thread-safe.
 */
public final class SmoothedTime {
    private static final double GAIN = 0.125;
    private static final double DEVIATION_GAIN = 0.25;
    private static final double DEVIATIONS = 4;

    private boolean sampled;
    private double smoothedNanos;
    private double deviationNanos;

    /** Creates an estimator without a sample. */
    public SmoothedTime() {}

    /** Returns whether a time was added; false if the other methods have no result yet. */
    public boolean isSampled() {
        return sampled;
    }

    /**
     * Adds a time.
     *
     * @param nanos 0 or more
     */
    public void add(long nanos) {
        if (sampled) {
            deviationNanos += DEVIATION_GAIN * (Math.abs(smoothedNanos - nanos) - deviationNanos);
            smoothedNanos += GAIN * (nanos - smoothedNanos);
        } else {
            sampled = true;
            smoothedNanos = nanos;
            deviationNanos = nanos / 2.0;
        }
    }

    /** {@return the smoothed time; 0 or more} */
    public double nanos() {
        return smoothedNanos;
    }

    /** {@return the smoothed time plus four deviations, a bound that few samples exceed; 0 or more} */
    public double boundNanos() {
        return smoothedNanos + DEVIATIONS * deviationNanos;
    }
}
