package io.github.restartoracle.ledger;

/**
 * A mean over messages and its confidence interval, as if messages were independent.
 *
 * @param mean the mean; NaN of no values
 * @param halfWidth95 1.96 standard errors: half the width of the 95 % confidence interval if messages were independent and
 *     their number large; NaN of fewer than two values
 * @param count the number of values
 */
public record Estimate(double mean, double halfWidth95, long count) {
    private static final double NORMAL_QUANTILE_975 = 1.959963984540054;

    static Estimate of(double mean, double sumOfSquares, long count) {
        double variance = count < 2 ? Double.NaN : sumOfSquares / (count - 1);
        return new Estimate(mean, NORMAL_QUANTILE_975 * Math.sqrt(variance / count), count);
    }
}
