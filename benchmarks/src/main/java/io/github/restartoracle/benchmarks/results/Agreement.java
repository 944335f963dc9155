package io.github.restartoracle.benchmarks.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One cell in two results: whether the ETT agrees within 10 % and the URC within .02.
 *
 * @param left the cell of the one
 * @param right the cell of the other, which is what the deviation is relative to
 */
public record Agreement(ResultRow left, ResultRow right) {
    /** How far the ETT may be off, relative to the other. */
    public static final double ETT_SHARE = 0.10;

    /** How far the URC may be off. */
    public static final double URC_LIMIT = 0.02;

    /**
     * The cells that two results have in common.
     *
     * @param left the one
     * @param right the other
     * @return in the order of the first
     */
    public static List<Agreement> of(List<ResultRow> left, List<ResultRow> right) {
        List<Agreement> all = new ArrayList<>();
        for (ResultRow row : left) {
            right.stream()
                    .filter(other -> other.transport() == row.transport()
                            && other.scenario().equals(row.scenario())
                            && other.oracle().equals(row.oracle())
                            && other.messages() == row.messages())
                    .forEach(other -> all.add(new Agreement(row, other)));
        }
        return all;
    }

    /**
     * How far the ETT is off.
     *
     * @return relative to the other, such as 0.1 for 10 % more
     */
    public double ettDeviation() {
        return left.ettMeanSeconds() / right.ettMeanSeconds() - 1;
    }

    /**
     * How far the URC is off.
     *
     * @return transmissions per message
     */
    public double urcDeviation() {
        return left.urcMean() - right.urcMean();
    }

    /**
     * Whether the cell agrees.
     *
     * @return false also if one of them has no value
     */
    public boolean holds() {
        return ettHolds() && urcHolds();
    }

    boolean ettHolds() {
        return Math.abs(ettDeviation()) <= ETT_SHARE;
    }

    boolean urcHolds() {
        return Math.abs(urcDeviation()) <= URC_LIMIT;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-4s %-15s %-20s ETT %7.3f / %7.3f s %+6.1f %%   URC %6.3f / %6.3f %+7.3f   %s",
                left.transport(),
                left.scenario(),
                left.oracle(),
                left.ettMeanSeconds(),
                right.ettMeanSeconds(),
                100 * ettDeviation(),
                left.urcMean(),
                right.urcMean(),
                urcDeviation(),
                holds() ? "agree" : "DIFFER");
    }
}
