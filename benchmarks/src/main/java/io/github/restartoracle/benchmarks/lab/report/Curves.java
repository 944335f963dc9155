package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.theory.Outages.Outage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The points of curves over the messages of a cell. */
final class Curves {
    private static final double NANOS = 1e9;
    /** The number of points of a distribution that can be seen. */
    private static final int MOST = 300;
    /** The length of an interval of goodput, as a share of the time in which messages are due. */
    private static final double SHARE = 1.0 / 60;
    /** The messages around disruptions that are shown, as a share of those in them. */
    private static final double MARGIN = 0.25;

    private Curves() {}

    /** Returns the ETT of each message over the time at which it was due. */
    static List<Point> byTime(Cell cell, Scenario scenario) {
        List<Double> etts = cell.ettByMessage();
        return IntStream.range(0, etts.size())
                .filter(i -> Double.isFinite(etts.get(i)))
                .mapToObj(i -> Point.of(scenario.workload().dueNanos(i + 1) / NANOS, etts.get(i)))
                .toList();
    }

    /** Returns values by message around the disruptions of a scenario; the other messages of a run are all alike. */
    static List<Point> around(List<Double> values, Scenario scenario) {
        List<Outage> outages = scenario.outages().list();
        double from = message(scenario, outages.get(0).from());
        double to = message(scenario, outages.get(outages.size() - 1).to());
        double margin = MARGIN * (to - from);
        int first = (int) Math.max(1, Math.floor(from - margin) + 1);
        int last = (int) Math.min(scenario.messages(), Math.ceil(to + margin));
        return IntStream.rangeClosed(first, Math.min(last, values.size()))
                .filter(message -> Double.isFinite(values.get(message - 1)))
                .mapToObj(message -> Point.of(message, values.get(message - 1)))
                .toList();
    }

    private static double message(Scenario scenario, Duration time) {
        double message = (double) time.toNanos() / scenario.interval().toNanos();
        return Math.min(scenario.messages(), message);
    }

    /**
     * Returns the rate of first arrivals in each interval up to the last arrival; copies do not count. An interval is a sixtieth
     * of the time in which messages are due, and at least a second.
     */
    static List<Point> goodput(Cell cell, Scenario scenario) {
        double width = Math.max(1, scenario.sending().toNanos() / NANOS * SHARE);
        SortedMap<Integer, Integer> arrivals = new TreeMap<>();
        for (Point message : byTime(cell, scenario)) {
            arrivals.merge((int) ((message.x() + message.y()) / width), 1, Integer::sum);
        }
        return arrivals.isEmpty()
                ? List.of()
                : IntStream.rangeClosed(0, arrivals.lastKey())
                        .mapToObj(at -> Point.of((at + 0.5) * width, arrivals.getOrDefault(at, 0) / width))
                        .toList();
    }

    /**
     * Returns the share of messages with a larger ETT, from the fastest message on. Messages that never arrived count as slower
     * than all. The ranks of the points are equally far apart on a logarithmic scale, so that all of the few slowest messages are
     * included. The last point repeats the share before it, since a share of zero cannot be shown on a logarithmic scale.
     */
    static List<Point> exceedance(Cell cell) {
        List<Double> ett = cell.ettSeconds();
        if (ett.isEmpty()) {
            return List.of();
        }
        double all = ett.size() + cell.lost();
        List<Point> points = new ArrayList<>(List.of(Point.of(ett.get(0), 1)));
        int[] ranks = ranks(ett.size());
        for (int i = ranks.length - 1; i >= 0; i--) {
            int slower = ranks[i] - 1 + cell.lost();
            points.add(Point.of(ett.get(ett.size() - ranks[i]), Math.max(slower, 1) / all));
        }
        return points;
    }

    /** Returns ranks of messages from the slowest on, 1 for that, without repetition. */
    private static int[] ranks(int size) {
        return size <= MOST
                ? IntStream.rangeClosed(1, size).toArray()
                : IntStream.range(0, MOST)
                        .map(i -> (int) Math.round(Math.pow(size, (double) i / (MOST - 1))))
                        .distinct()
                        .toArray();
    }
}
