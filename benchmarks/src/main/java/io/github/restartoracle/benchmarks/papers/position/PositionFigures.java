package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.report.Figure;
import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of the suite. */
final class PositionFigures {
    private static final Axis POSITION = Axis.fromZero("position of the lost packet, 0 for none");
    private static final Axis RESPONSE = Axis.fromZero("response time (ms)");

    private PositionFigures() {}

    /** Draws Figures 2, 3, 6 and 7: one cell, every source. */
    static Figure byPosition(PaperService service, PathKind path, List<Curve> curves) {
        List<Series> series = new ArrayList<>();
        List<String> sources = sources(curves);
        for (Curve curve : curves) {
            if (curve.service() == service && curve.path().equals(path)) {
                series.add(line(curve.source(), sources.indexOf(curve.source()), curve));
            }
        }
        return Figure.of(
                "by-position-" + service.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + path.kbit() + "-"
                        + path.delayMillis(),
                service + " over " + path,
                "Mean response time by the position of the one lost packet from server to client; bars: 95 % interval.",
                POSITION,
                RESPONSE,
                series);
    }

    /** Draws Figures 4, 8, 10 and 12: one bandwidth, every delay, one source. */
    static Figure byDelay(PaperService service, int kbit, String source, String id, List<Curve> curves) {
        List<Series> series = new ArrayList<>();
        for (Curve curve : curves) {
            if (curve.service() == service
                    && curve.path().kbit() == kbit
                    && curve.source().equals(source)) {
                series.add(line(curve.path().delayMillis() + " ms", series.size(), curve));
            }
        }
        return Figure.of(
                "by-delay-" + id,
                service + " at " + kbit + " kbit/s, " + source,
                "Mean response time by the position of the lost packet, one line per delay.",
                POSITION,
                RESPONSE,
                series);
    }

    /** Draws Figures 5, 9, 11 and 13: the increase for late losses over the delay, one line per bandwidth. */
    static Figure lateIncrease(PaperService service, String source, String id, List<Curve> curves) {
        List<Series> series = new ArrayList<>();
        for (int kbit : PathKind.BANDWIDTHS) {
            List<Point> points = new ArrayList<>();
            for (Curve curve : curves) {
                if (curve.service() == service
                        && curve.path().kbit() == kbit
                        && curve.source().equals(source)
                        && Double.isFinite(curve.lateIncreaseShare())) {
                    points.add(Point.of(curve.path().delayMillis(), 100 * curve.lateIncreaseShare()));
                }
            }
            series.add(new Series(kbit + " kbit/s", series.size(), Form.LINE, points));
        }
        return Figure.of(
                "late-increase-" + id,
                service + ": increase for late losses, " + source,
                "Mean response time of the last four packets of data over that of one in the middle.",
                Axis.fromZero("delay (ms)"),
                Axis.fromZero("additional time (%)"),
                series);
    }

    static List<String> sources(List<Curve> curves) {
        return curves.stream().map(Curve::source).distinct().toList();
    }

    private static Series line(String name, int look, Curve curve) {
        List<Point> points = new ArrayList<>();
        for (int position = 0; position < curve.points().size(); position++) {
            Curve.Point point = curve.points().get(position);
            if (Double.isFinite(point.response())) {
                points.add(new Point(
                        position,
                        1000 * point.response(),
                        0,
                        1000 * point.halfWidth(),
                        PositionTables.name(curve.service(), position)));
            }
        }
        return new Series(name, look, Form.LINE, points);
    }
}
