package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.report.Figure;
import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.suite.Links;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report on the curves. */
final class PositionReport {
    private static final Axis POSITION = Axis.fromZero("position of the lost packet, 0 for none");
    private static final Axis RESPONSE = Axis.fromZero("response time (ms)");
    private static final int SHOWN_KBIT = 1000;

    private final List<Curve> curves;
    private final List<String> sources;

    PositionReport(List<Curve> curves) {
        this.curves = curves;
        this.sources = curves.stream().map(Curve::source).distinct().toList();
    }

    SuiteResult result(Links links) {
        List<ReportSection> sections = List.of(besideThePaper(), late(), parts(), delays());
        List<Curve.Line> lines =
                curves.stream().flatMap(curve -> curve.lines().stream()).toList();
        return SuiteResultBuilder.builder()
                .report(new Report(verdict(), findings(), sections))
                .rows(Row.all(Curve.Line.COLUMNS, lines))
                .faults(links.faults())
                .defects(links.defects())
                .printed(PrintedItem.of("loss position", new PositionPrinted(curves).items()))
                .build();
    }

    private String verdict() {
        if (curves.isEmpty()) {
            return "No cell was run.";
        }
        return sources.stream()
                .map(source -> PositionTables.millis(of(source), Curve::lateIncrease) + " (" + source + ")")
                .collect(Collectors.joining(
                        ", ",
                        "A late loss costs a web service more than one in the middle: the paper found +208 to +1781 ms"
                                + " (+40 to +112 %); here ",
                        "."));
    }

    private List<String> findings() {
        return sources.stream()
                .map(source -> source + ": a lost SYN-ACK costs "
                        + PositionTables.millis(of(source), Curve::handshakeIncrease) + ", late losses "
                        + PositionTables.percent(of(source), Curve::lateIncreaseShare) + ", over "
                        + of(source).size() + " cells.")
                .toList();
    }

    private List<Curve> of(String source) {
        return curves.stream().filter(curve -> curve.source().equals(source)).toList();
    }

    private List<Curve> of(PaperService service, int kbit, String source) {
        return of(source).stream()
                .filter(curve -> curve.service() == service && curve.path().kbit() == kbit)
                .toList();
    }

    private ReportSection besideThePaper() {
        List<Figure> figures = new ArrayList<>();
        for (PathKind path : PathKind.PRINTED) {
            for (PaperService service : PaperService.values()) {
                figures.add(byPosition(service, path));
            }
        }
        return new ReportSection(
                "Response time by position (Figures 2, 3, 6 and 7)",
                List.of(
                        "Packets are counted from server to client in each connection, the SYN-ACK first. The server's FIN"
                                + " travels with the last data, 11 for Author; 12 is the acknowledgement of the client's FIN,"
                                + " whose loss delays nothing.",
                        "A testbed's bandwidth and delay are made by netem, or by a queue in user space where the kernel has"
                                + " no netem (its sidecar's log says which). Delays are constant but where the source says that they"
                                + " vary; the paper's vary."),
                List.of(PositionTables.besideThePaper(curves)),
                figures);
    }

    private ReportSection late() {
        return new ReportSection(
                "The increase for late losses (Figures 5, 9, 11 and 13)",
                List.of(
                        "Mean response time with one of the last four packets of data lost, over that with one lost in the"
                                + " middle: position 6 for Author as in the paper. The paper names none for Sellerprofile:"
                                + " there it is the cheapest data packet before the late ones."),
                List.of(PositionTables.lateLosses(curves)),
                each(this::lateIncrease));
    }

    private ReportSection parts() {
        List<Table> tables = curves.stream()
                .filter(curve -> PathKind.PRINTED.contains(curve.path()))
                .map(PositionTables::parts)
                .toList();
        return new ReportSection(
                "The parts of the response time",
                List.of("r_ws = t_conn + t_req + p + t_resp, each part between two readings of one clock: client and"
                        + " server run on one machine. Processing takes 200 ms, and what its thread is late."),
                tables);
    }

    private ReportSection delays() {
        return new ReportSection(
                "Every delay at " + SHOWN_KBIT + " kbit/s (Figures 4, 8, 10 and 12)",
                List.of(),
                List.of(),
                each(this::byDelay));
    }

    /** Returns a figure for each source and service. */
    private List<Figure> each(BiFunction<PaperService, String, Figure> figure) {
        return sources.stream()
                .flatMap(source -> Stream.of(PaperService.values()).map(service -> figure.apply(service, source)))
                .toList();
    }

    private String id(PaperService service, String source) {
        return service.fileName() + "-" + sources.indexOf(source);
    }

    /** Draws Figures 2, 3, 6 and 7: one cell, every source. */
    private Figure byPosition(PaperService service, PathKind path) {
        return Figure.of(
                "by-position-" + service.fileName() + "-" + path.kbit() + "-" + path.delayMillis(),
                service + " over " + path,
                "Mean response time by the position of the one lost packet from server to client; bars: 95 % interval.",
                POSITION,
                RESPONSE,
                curves.stream()
                        .filter(curve ->
                                curve.service() == service && curve.path().equals(path))
                        .map(curve -> line(curve.source(), sources.indexOf(curve.source()), curve))
                        .toList());
    }

    /** Draws Figures 4, 8, 10 and 12: one bandwidth, every delay, one source. */
    private Figure byDelay(PaperService service, String source) {
        List<Series> series = new ArrayList<>();
        of(service, SHOWN_KBIT, source)
                .forEach(curve -> series.add(line(curve.path().delayMillis() + " ms", series.size(), curve)));
        return Figure.of(
                "by-delay-" + id(service, source),
                service + " at " + SHOWN_KBIT + " kbit/s, " + source,
                "Mean response time by the position of the lost packet, one line per delay.",
                POSITION,
                RESPONSE,
                series);
    }

    /** Draws Figures 5, 9, 11 and 13: the increase for late losses over the delay, one line per bandwidth. */
    private Figure lateIncrease(PaperService service, String source) {
        List<Series> series = new ArrayList<>();
        for (int kbit : PathKind.BANDWIDTHS) {
            List<Point> points = of(service, kbit, source).stream()
                    .filter(curve -> Double.isFinite(curve.lateIncreaseShare()))
                    .map(curve -> Point.of(curve.path().delayMillis(), 100 * curve.lateIncreaseShare()))
                    .toList();
            series.add(new Series(kbit + " kbit/s", series.size(), Form.LINE, points));
        }
        return Figure.of(
                "late-increase-" + id(service, source),
                service + ": increase for late losses, " + source,
                "Mean response time of the last four packets of data over that of one in the middle.",
                Axis.fromZero("delay (ms)"),
                Axis.fromZero("additional time (%)"),
                series);
    }

    private static Series line(String name, int look, Curve curve) {
        List<Point> points = new ArrayList<>();
        for (Curve.Line line : curve.lines()) {
            Curve.Mean mean = line.mean();
            if (Double.isFinite(mean.response())) {
                points.add(
                        new Point(line.position(), 1000 * mean.response(), 0, 1000 * mean.halfWidth(), line.packet()));
            }
        }
        return new Series(name, look, Form.LINE, points);
    }
}
