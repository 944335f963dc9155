package io.github.restartoracle.benchmarks.lab.results;

import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean and the half-width of its confidence interval.
 *
 * @param mean the mean; NaN of no values
 * @param halfWidth empty if there are fewer than two values
 * @param count the number of values
 */
public record Estimate(double mean, OptionalDouble halfWidth, int count) {
    private static final double UPPER_95 = 0.975;
    private static final double UPPER_99 = 0.995;
    private static final double NORMAL_QUANTILE = NormalDistribution.of(0, 1).inverseCumulativeProbability(UPPER_95);
    private static final double SIGNIFICANT = 0.1;

    /** Estimates a mean from one value per run, independent replications: the 95 % interval by Student's t distribution. */
    public static Estimate overRuns(double... runMeans) {
        return of(runMeans, student(runMeans, UPPER_95));
    }

    /**
     * Estimates a mean as "The Fast and the Fair" does: every message of every run counts as independent, and the quantile of the
     * 95 % interval is the normal one. The interval is too narrow where messages share an outage.
     */
    public static Estimate overMessages(double... values) {
        return of(values, NORMAL_QUANTILE);
    }

    /**
     * Estimates a mean of independent values for the filter of "Conditional web throughput" (HPSR'05, section III.C): its 99 %
     * interval is Student's t with n - 1 degrees of freedom times s / sqrt(n). The paper's equation (1) prints the variance in
     * place of the deviation.
     */
    public static Estimate at99Percent(double... values) {
        return of(values, student(values, UPPER_99));
    }

    private static double student(double[] values, double upper) {
        return values.length < 2 ? 0 : TDistribution.of(values.length - 1.0).inverseCumulativeProbability(upper);
    }

    private static Estimate of(double[] values, double quantile) {
        DoubleStatistics statistics = DoubleStatistics.builder(Statistic.MEAN, Statistic.STANDARD_DEVIATION)
                .build(values);
        double halfWidth = quantile * statistics.getAsDouble(Statistic.STANDARD_DEVIATION) / Math.sqrt(values.length);
        return new Estimate(
                statistics.getAsDouble(Statistic.MEAN),
                values.length < 2 ? OptionalDouble.empty() : OptionalDouble.of(halfWidth),
                values.length);
    }

    /** Returns the half-width relative to the mean, 0 or more; infinite if there are too few values. */
    public double relativeHalfWidth() {
        double half = halfWidth.orElse(Double.POSITIVE_INFINITY);
        return half == 0 ? 0 : half / Math.abs(mean);
    }

    /**
     * Returns whether a mean {@link #at99Percent} may be reported: its interval is within 10 % of it. This does not detect
     * bias: the paper's own peak at 49 segments, which is one popular page, passes.
     */
    public boolean significant() {
        return relativeHalfWidth() <= SIGNIFICANT;
    }
}
