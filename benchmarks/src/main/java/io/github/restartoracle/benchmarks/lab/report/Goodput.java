package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rate of first arrivals over time; copies do not count. */
final class Goodput {
    private static final double NANOS = 1e9;

    /** The length of an interval, as a share of the time in which messages are due. */
    private static final double SHARE = 1.0 / 60;

    private Goodput() {}

    /**
     * Returns the rate in each interval up to the last arrival. An interval is a sixtieth of the time in which messages are
     * due, and at least a second.
     *
     * @param cell with the mean ETT of each message; no point if it has none
     * @param scenario has the times at which messages were due
     */
    static List<Point> of(Cell cell, Scenario scenario) {
        double width = Math.max(1, scenario.sending().toNanos() / NANOS * SHARE);
        SortedMap<Integer, Integer> arrivals = new TreeMap<>();
        for (int i = 0; i < cell.ettByMessage().size(); i++) {
            double ett = cell.ettByMessage().get(i);
            if (Double.isFinite(ett)) {
                double arrived = scenario.workload().dueNanos(i + 1) / NANOS + ett;
                arrivals.merge((int) (arrived / width), 1, Integer::sum);
            }
        }
        List<Point> points = new ArrayList<>();
        for (int at = 0; !arrivals.isEmpty() && at <= arrivals.lastKey(); at++) {
            points.add(Point.of((at + 0.5) * width, arrivals.getOrDefault(at, 0) / width));
        }
        return points;
    }
}
