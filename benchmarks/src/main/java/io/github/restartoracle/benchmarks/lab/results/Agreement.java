package io.github.restartoracle.benchmarks.lab.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One cell in two results: the ETT agrees within 10 % and the URC within .02.
 *
 * @param left the cell of the one
 * @param right the cell of the other, the reference of deviations
 */
public record Agreement(Row left, Row right) {
    /** The largest deviation of the ETT, relative to the other. */
    public static final double ETT_SHARE = 0.10;

    /** The largest deviation of the URC. */
    public static final double URC_LIMIT = 0.02;

    /**
     * Returns the cells that two results have in common.
     *
     * @param left the one
     * @param right the other
     * @return in the order of the first
     */
    public static List<Agreement> of(List<Row> left, List<Row> right) {
        List<Agreement> all = new ArrayList<>();
        for (Row row : left) {
            right.stream()
                    .filter(other -> other.sameAs(
                            row, CellColumns.TRANSPORT, CellColumns.SCENARIO, CellColumns.ORACLE, CellColumns.MESSAGES))
                    .forEach(other -> all.add(new Agreement(row, other)));
        }
        return all;
    }

    /**
     * Returns the deviation of the ETT.
     *
     * @return relative to the other, such as 0.1 for 10 % more
     */
    public double ettDeviation() {
        return left.number(CellColumns.ETT) / right.number(CellColumns.ETT) - 1;
    }

    /**
     * Returns the deviation of the URC.
     *
     * @return transmissions per message
     */
    public double urcDeviation() {
        return left.number(CellColumns.URC) - right.number(CellColumns.URC);
    }

    /**
     * Tells if the cell agrees.
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
                left.text(CellColumns.TRANSPORT),
                left.text(CellColumns.SCENARIO),
                left.text(CellColumns.ORACLE),
                left.number(CellColumns.ETT),
                right.number(CellColumns.ETT),
                100 * ettDeviation(),
                left.number(CellColumns.URC),
                right.number(CellColumns.URC),
                urcDeviation(),
                holds() ? "agree" : "DIFFER");
    }
}
