package io.github.restartoracle.ledger;

/**
 * A mean over messages and how sure it is, as if messages were independent.
 *
 * @param mean the mean, NaN of no values
 * @param halfWidth95 1.96 standard errors: half the width of the 95 % confidence interval if messages were independent
 *     and their number large; NaN of fewer than two values
 */
public record Estimate(double mean, double halfWidth95) {
    private static final double NORMAL_QUANTILE_975 = 1.959964;

    static Estimate of(double[] values) {
        int n = values.length;
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / n;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double standardError = Math.sqrt(squares / (n - 1) / n);
        return new Estimate(mean, n < 2 ? Double.NaN : NORMAL_QUANTILE_975 * standardError);
    }
}
