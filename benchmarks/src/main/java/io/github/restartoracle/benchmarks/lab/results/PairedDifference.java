package io.github.restartoracle.benchmarks.lab.results;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference of two oracles of a scenario, run by run. In a simulation, runs of one number use the same random numbers.
 * Most of the chance cancels, and the interval is narrower than those of the two means (common random numbers).
 *
 * @param oracle the one
 * @param reference the other
 * @param ettSeconds mean of ETT less that of the reference, with Student's interval over the runs of both
 * @param urc the same of the URC
 */
public record PairedDifference(String oracle, String reference, Estimate ettSeconds, Estimate urc) {
    /**
     * Returns the difference between two cells of a scenario, over the runs that have the same name in both and in
     * which messages arrived.
     */
    public static PairedDifference of(Cell cell, Cell reference) {
        Map<String, RunPoint> others = new HashMap<>();
        reference.points().forEach(point -> others.put(point.run(), point));
        List<Double> ett = new ArrayList<>();
        List<Double> urc = new ArrayList<>();
        for (RunPoint point : cell.points()) {
            RunPoint other = others.get(point.run());
            if (other != null && Double.isFinite(point.ettSeconds()) && Double.isFinite(other.ettSeconds())) {
                ett.add(point.ettSeconds() - other.ettSeconds());
                urc.add(point.urc() - other.urc());
            }
        }
        return new PairedDifference(
                cell.oracle(), reference.oracle(), Estimate.overRuns(array(ett)), Estimate.overRuns(array(urc)));
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
