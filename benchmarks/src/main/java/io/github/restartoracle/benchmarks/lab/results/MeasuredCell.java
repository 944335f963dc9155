package io.github.restartoracle.benchmarks.lab.results;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A cell that was simulated in the way it was measured, with as many messages in each run. A measured run is one of many
 * possible ones: it agrees also if it lies in the interval that holds 99 % of the simulated runs.
 *
 * @param agreement the simulated and the measured cell
 * @param runs the simulated runs, several hundred
 */
public record MeasuredCell(Agreement agreement, List<RunPoint> runs) {
    private static final double OUTSIDE = 0.005;

    public MeasuredCell {
        runs = List.copyOf(runs);
    }

    /**
     * Returns the cells that were measured.
     *
     * @param simulated the one
     * @param measured the other
     * @return in the order of the first
     */
    public static List<MeasuredCell> of(List<Cell> simulated, List<Row> measured) {
        return simulated.stream()
                .flatMap(cell -> Agreement.of(List.of(cell.row()), measured).stream()
                        .map(agreement -> new MeasuredCell(agreement, cell.points())))
                .toList();
    }

    /**
     * Tells if the cell agrees.
     *
     * @return true if ETT and URC are each near the simulated mean, or among the simulated runs
     */
    public boolean agrees() {
        return (agreement.ettHolds() || inside(ettInterval(), agreement.right().number(CellColumns.ETT)))
                && (agreement.urcHolds()
                        || inside(urcInterval(), agreement.right().number(CellColumns.URC)));
    }

    private static boolean inside(double[] interval, double value) {
        return interval[0] <= value && value <= interval[1];
    }

    /**
     * Returns the interval of the simulated ETT.
     *
     * @return its two ends, seconds
     */
    public double[] ettInterval() {
        return interval(RunPoint::ettSeconds);
    }

    /**
     * Returns the interval of the simulated URC.
     *
     * @return its two ends
     */
    public double[] urcInterval() {
        return interval(RunPoint::urc);
    }

    private double[] interval(ToDoubleFunction<RunPoint> value) {
        double[] sorted = runs.stream()
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
}
