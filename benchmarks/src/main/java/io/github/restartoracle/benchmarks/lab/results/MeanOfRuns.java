package io.github.restartoracle.benchmarks.lab.results;

import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean and the half-width of its 95 % confidence interval.
 *
 * @param mean the mean; NaN of no values
 * @param halfWidth empty if there are fewer than two values
 * @param count the number of values
 */
public record MeanOfRuns(double mean, OptionalDouble halfWidth, int count) {
    private static final double UPPER = 0.975;
    private static final double NORMAL_QUANTILE = NormalDistribution.of(0, 1).inverseCumulativeProbability(UPPER);

    /**
     * Estimates a mean from independent replications, by Student's t distribution.
     *
     * @param runMeans one value per run
     * @return the estimate
     */
    public static MeanOfRuns overRuns(double... runMeans) {
        if (runMeans.length < 2) {
            return of(runMeans, 0);
        }
        return of(runMeans, TDistribution.of(runMeans.length - 1.0).inverseCumulativeProbability(UPPER));
    }

    /**
     * Estimates a mean as the paper does: every message of every run counts as independent, and the quantile is the normal one.
     * The interval is too narrow where messages share an outage.
     *
     * @param values one value per message
     * @return the estimate
     */
    public static MeanOfRuns overMessages(double... values) {
        return of(values, NORMAL_QUANTILE);
    }

    private static MeanOfRuns of(double[] values, double quantile) {
        DoubleStatistics statistics = DoubleStatistics.builder(Statistic.MEAN, Statistic.STANDARD_DEVIATION)
                .build(values);
        OptionalDouble halfWidth = values.length < 2
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        quantile * statistics.getAsDouble(Statistic.STANDARD_DEVIATION) / Math.sqrt(values.length));
        return new MeanOfRuns(statistics.getAsDouble(Statistic.MEAN), halfWidth, values.length);
    }
}
