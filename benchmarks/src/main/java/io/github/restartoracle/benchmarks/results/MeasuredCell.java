package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.results.Cell.RunPoint;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A cell that was simulated as it was measured, with as many messages in each run.
 *
 * @param agreement the simulated and the measured cell
 * @param runs the simulated runs
 */
public record MeasuredCell(Agreement agreement, List<RunPoint> runs) {
    public MeasuredCell {
        runs = List.copyOf(runs);
    }

    /**
     * The cells that were measured.
     *
     * @param simulated the one
     * @param measured the other
     * @return in the order of the first
     */
    public static List<MeasuredCell> of(List<Cell> simulated, List<ResultRow> measured) {
        return simulated.stream()
                .flatMap(cell -> Agreement.of(List.of(cell.row()), measured).stream()
                        .map(agreement -> new MeasuredCell(agreement, cell.points())))
                .toList();
    }

    /**
     * Whether the ETT does not agree, but simulated runs differ as much among each other.
     *
     * @return true if what was measured is neither less nor more than every simulated run
     */
    public boolean ettMayBeChance() {
        return !agreement.ettHolds()
                && between(RunPoint::ettSeconds, agreement.right().ettMeanSeconds());
    }

    /**
     * Whether the URC does not agree, but simulated runs differ as much among each other.
     *
     * @return true if what was measured is neither less nor more than every simulated run
     */
    public boolean urcMayBeChance() {
        return !agreement.urcHolds() && between(RunPoint::urc, agreement.right().urcMean());
    }

    /**
     * Whether ETT or URC do not agree, by more than simulated runs differ among each other.
     *
     * @return false if the cell agrees
     */
    public boolean unexplained() {
        return !(agreement.ettHolds() || ettMayBeChance()) || !(agreement.urcHolds() || urcMayBeChance());
    }

    private boolean between(ToDoubleFunction<RunPoint> value, double measured) {
        return runs.stream().mapToDouble(value).anyMatch(run -> run <= measured)
                && runs.stream().mapToDouble(value).anyMatch(run -> run >= measured);
    }

    /**
     * The range of the simulated ETT.
     *
     * @return least and greatest of the runs, seconds
     */
    public double[] ettRange() {
        return range(RunPoint::ettSeconds);
    }

    /**
     * The range of the simulated URC.
     *
     * @return least and greatest of the runs
     */
    public double[] urcRange() {
        return range(RunPoint::urc);
    }

    private double[] range(ToDoubleFunction<RunPoint> value) {
        return new double[] {
            runs.stream().mapToDouble(value).min().orElse(Double.NaN),
            runs.stream().mapToDouble(value).max().orElse(Double.NaN)
        };
    }
}
