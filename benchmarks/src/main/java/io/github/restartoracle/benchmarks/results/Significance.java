package io.github.restartoracle.benchmarks.results;

import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The filter of "Conditional web throughput" (HPSR'05): a mean is kept if the 99 % interval by Student's t distribution is
 * at most 10 % of the mean to each side. The half-width is t sigma / sqrt(N); the paper prints sigma squared.
 *
 * @param mean the mean
 * @param halfWidth of the 99 % interval; NaN of fewer than two values
 * @param count the number of values
 */
public record Significance(double mean, double halfWidth, int count) {
    private static final double UPPER = 0.995;
    private static final double SHARE = 0.1;

    /**
     * Of some values.
     *
     * @param values independent of each other
     * @return the mean and its interval
     */
    public static Significance of(double... values) {
        DoubleStatistics statistics = DoubleStatistics.builder(Statistic.MEAN, Statistic.STANDARD_DEVIATION)
                .build(values);
        double halfWidth = values.length < 2
                ? Double.NaN
                : TDistribution.of(values.length - 1.0).inverseCumulativeProbability(UPPER)
                        * statistics.getAsDouble(Statistic.STANDARD_DEVIATION)
                        / Math.sqrt(values.length);
        return new Significance(statistics.getAsDouble(Statistic.MEAN), halfWidth, values.length);
    }

    /**
     * Whether the mean is kept.
     *
     * @return false also for fewer than two values
     */
    public boolean kept() {
        return halfWidth <= SHARE * Math.abs(mean);
    }
}
