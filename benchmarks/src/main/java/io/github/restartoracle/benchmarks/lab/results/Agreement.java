package io.github.restartoracle.benchmarks.lab.results;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One cell in two results: the ETT agrees within 10 % and the URC within .02.
 *
 * @param left the cell of the one, with its runs if it was simulated in the way the other was measured
 * @param right the line of the other, the reference of deviations
 */
public record Agreement(Cell left, Row right) {
    private static final double ETT_SHARE = 0.10;
    private static final double URC_LIMIT = 0.02;
    /** The share of simulated runs that are below the interval in which a measured run may lie, and above it. */
    private static final double OUTSIDE = 0.005;

    /** Returns the cells that two results have in common, in the order of the first. */
    public static List<Agreement> of(List<Cell> left, List<Row> right) {
        return left.stream()
                .flatMap(cell -> right.stream()
                        .filter(row -> row.cell().equals(cell.row().cell())
                                && row.text(CellColumns.MESSAGES)
                                        .equals(cell.row().text(CellColumns.MESSAGES)))
                        .map(row -> new Agreement(cell, row)))
                .toList();
    }

    /** Returns the deviation of the ETT relative to the other, such as 0.1 for 10 % more. */
    public double ettDeviation() {
        return left.ett() / right.number(CellColumns.ETT) - 1;
    }

    /** Returns the deviation of the URC in transmissions per message. */
    public double urcDeviation() {
        return left.urc() - right.number(CellColumns.URC);
    }

    /** Returns whether the cell agrees; false also if one of them has no value. */
    public boolean holds() {
        return ettHolds() && urcHolds();
    }

    private boolean ettHolds() {
        return Math.abs(ettDeviation()) <= ETT_SHARE;
    }

    private boolean urcHolds() {
        return Math.abs(urcDeviation()) <= URC_LIMIT;
    }

    /**
     * Returns whether the cell agrees or the measured run could be one of the simulated: ETT and URC are each near the mean, or
     * in the interval that holds 99 % of the runs.
     */
    public boolean holdsForARun() {
        return (ettHolds() || inside(ettInterval(), right.number(CellColumns.ETT)))
                && (urcHolds() || inside(urcInterval(), right.number(CellColumns.URC)));
    }

    private static boolean inside(double[] interval, double value) {
        return interval[0] <= value && value <= interval[1];
    }

    /** Returns the ends of the interval of the simulated ETT, seconds. */
    public double[] ettInterval() {
        return interval(RunPoint::ettSeconds);
    }

    /** Returns the ends of the interval of the simulated URC. */
    public double[] urcInterval() {
        return interval(RunPoint::urc);
    }

    private double[] interval(ToDoubleFunction<RunPoint> value) {
        double[] sorted = left.points().stream()
                .mapToDouble(value)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return new double[] {Double.NaN, Double.NaN};
        }
        int outside = (int) Math.floor(OUTSIDE * sorted.length);
        return new double[] {sorted[outside], sorted[sorted.length - 1 - outside]};
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-4s %-15s %-20s ETT %7.3f / %7.3f s %+6.1f %%   URC %6.3f / %6.3f %+7.3f   %s",
                left.row().text(CellColumns.TRANSPORT),
                left.row().text(CellColumns.SCENARIO),
                left.oracle(),
                left.ett(),
                right.number(CellColumns.ETT),
                100 * ettDeviation(),
                left.urc(),
                right.number(CellColumns.URC),
                urcDeviation(),
                holds() ? "agree" : "DIFFER");
    }
}
