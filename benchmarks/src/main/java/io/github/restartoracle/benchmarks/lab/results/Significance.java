package io.github.restartoracle.benchmarks.lab.results;

import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The filter of "Conditional web throughput" (HPSR'05): a mean is reported only if its 99 % confidence interval is within 10 %
 * of it (section III.C). The interval is Student's t with n - 1 degrees of freedom times s / sqrt(n); the paper's equation (1)
 * prints the variance in place of the deviation.
 *
 * <p>The filter does not detect bias: the paper's own peak at 49 segments, which is one popular page, passes it.
 *
 * @param count values
 * @param mean of them; NaN of none
 * @param halfWidth of the 99 % interval; infinite for fewer than two values
 */
public record Significance(int count, double mean, double halfWidth) {
    /** The largest half-width of the interval, relative to the mean. */
    public static final double LIMIT = 0.1;

    private static final double UPPER = 0.995;

    /**
     * Computes the filter for values that are independent of each other.
     *
     * @param values in any order
     * @return their mean and its interval
     */
    public static Significance of(double... values) {
        DoubleStatistics statistics = DoubleStatistics.builder(Statistic.MEAN, Statistic.STANDARD_DEVIATION)
                .build(values);
        double halfWidth = values.length < 2
                ? Double.POSITIVE_INFINITY
                : TDistribution.of(values.length - 1.0).inverseCumulativeProbability(UPPER)
                        * statistics.getAsDouble(Statistic.STANDARD_DEVIATION)
                        / Math.sqrt(values.length);
        return new Significance(values.length, statistics.getAsDouble(Statistic.MEAN), halfWidth);
    }

    /**
     * Returns the half-width relative to the mean.
     *
     * @return 0 or more; infinite if there are too few values
     */
    public double relativeHalfWidth() {
        return mean == 0 ? (halfWidth == 0 ? 0 : Double.POSITIVE_INFINITY) : halfWidth / Math.abs(mean);
    }

    /**
     * Tells if the mean may be reported.
     *
     * @return true if the interval is within {@link #LIMIT} of the mean
     */
    public boolean accepted() {
        return relativeHalfWidth() <= LIMIT;
    }
}
