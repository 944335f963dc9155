package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Leaves out points if a series has more than can be seen, but no extreme ones. Of each part of a line the lowest and the
 * highest value remain. Of points that are not joined, an evenly spaced selection remains.
 */
final class Thinning {
    /** The largest number of points that are drawn of a series. */
    static final int MOST = 600;

    private Thinning() {}

    static boolean needed(Figure figure) {
        return figure.series().stream().anyMatch(series -> series.points().size() > MOST);
    }

    static List<Point> of(Series series) {
        List<Point> points = series.points();
        if (points.size() <= MOST) {
            return points;
        }
        return series.form().line() ? extremes(points) : evenly(points);
    }

    private static List<Point> extremes(List<Point> points) {
        List<Point> kept = new ArrayList<>();
        kept.add(points.get(0));
        int stretches = MOST / 2 - 1;
        List<Point> inner = points.subList(1, points.size() - 1);
        for (int i = 0; i < stretches; i++) {
            List<Point> stretch = inner.subList(share(inner, i, stretches), share(inner, i + 1, stretches));
            Point lowest = Collections.min(stretch, Comparator.comparingDouble(Point::y));
            Point highest = Collections.max(stretch, Comparator.comparingDouble(Point::y));
            stretch.stream()
                    .filter(point -> point.equals(lowest) || point.equals(highest))
                    .forEach(kept::add);
        }
        kept.add(points.get(points.size() - 1));
        return kept;
    }

    private static int share(List<Point> points, int part, int parts) {
        return (int) ((long) part * points.size() / parts);
    }

    private static List<Point> evenly(List<Point> points) {
        return IntStream.range(0, MOST)
                .mapToObj(i -> points.get((int) ((long) i * (points.size() - 1) / (MOST - 1))))
                .toList();
    }
}
