package io.github.restartoracle.benchmarks.mail;

import java.util.List;
import java.util.Locale;

/**
 * The distribution of a ratio over the rounds of a contest.
 *
 * @param median of all rounds
 * @param low the third lowest
 * @param high the third highest
 * @param rounds their number, 5 or more
 */
record Ratio(double median, double low, double high, int rounds) {
    private static final int RANK = 3;

    static Ratio of(List<Double> ratios) {
        int count = ratios.size();
        if (count < 2 * RANK - 1) {
            throw new IllegalArgumentException("expected " + (2 * RANK - 1) + " rounds or more, not " + count);
        }
        List<Double> sorted = ratios.stream().sorted().toList();
        double median = (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
        return new Ratio(median, sorted.get(RANK - 1), sorted.get(count - RANK), count);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.0f %% of the bare loop (third lowest and third highest of %d rounds: %.0f and %.0f %%)",
                100 * median,
                rounds,
                100 * low,
                100 * high);
    }
}
