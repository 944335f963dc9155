package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.report.Figure;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The report on the curves. */
final class PositionReport {
    private final List<Curve> curves;
    private final List<String> sources;

    PositionReport(List<Curve> curves) {
        this.curves = List.copyOf(curves);
        this.sources = PositionFigures.sources(curves);
    }

    SuiteResult result(List<FaultEvidence> faults, List<String> defects) {
        List<ReportSection> sections = List.of(besideThePaper(), late(), parts(), delays());
        return SuiteResultBuilder.builder()
                .report(new Report(verdict(), findings(), sections))
                .rows(Row.all(
                        Curve.Line.COLUMNS,
                        curves.stream().flatMap(curve -> curve.lines().stream()).toList()))
                .faults(faults)
                .defects(defects)
                .printed(PrintedItem.of("loss position", PositionPrinted.of(curves)))
                .build();
    }

    String verdict() {
        if (curves.isEmpty()) {
            return "No cell was run.";
        }
        return "A late loss costs a web service more than one in the middle: the paper found +208 to +1781 ms (+40 to"
                + " +112 %); here "
                + sources.stream()
                        .map(source -> PositionTables.range(of(source), Curve::lateIncrease, 1000, " ms") + " ("
                                + source + ")")
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        for (String source : sources) {
            List<Curve> own = of(source);
            findings.add(source + ": a lost SYN-ACK costs "
                    + PositionTables.range(own, Curve::handshakeIncrease, 1000, " ms") + ", late losses "
                    + PositionTables.range(own, Curve::lateIncreaseShare, 100, " %") + ", over " + own.size()
                    + " cells.");
        }
        return findings;
    }

    private List<Curve> of(String source) {
        return curves.stream().filter(curve -> curve.source().equals(source)).toList();
    }

    private ReportSection besideThePaper() {
        List<Figure> figures = new ArrayList<>();
        for (PathKind path : List.of(PathKind.US_US, PathKind.US_OVERSEAS)) {
            for (PaperService service : PaperService.values()) {
                figures.add(PositionFigures.byPosition(service, path, curves));
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
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            for (PaperService service : PaperService.values()) {
                figures.add(PositionFigures.lateIncrease(service, sources.get(i), id(service, i), of(sources.get(i))));
            }
        }
        return new ReportSection(
                "The increase for late losses (Figures 5, 9, 11 and 13)",
                List.of(
                        "Mean response time with one of the last four packets of data lost, over that with one lost in the"
                                + " middle: position 6 for Author as in the paper. The paper names none for Sellerprofile:"
                                + " there it is the cheapest data packet before the late ones."),
                List.of(PositionTables.lateLosses(curves)),
                figures);
    }

    private ReportSection parts() {
        List<Table> tables = curves.stream()
                .filter(curve ->
                        curve.path().equals(PathKind.US_US) || curve.path().equals(PathKind.US_OVERSEAS))
                .map(PositionTables::split)
                .toList();
        return new ReportSection(
                "The parts of the response time",
                List.of("r_ws = t_conn + t_req + p + t_resp, each part between two readings of one clock: client and"
                        + " server run on one machine. Processing takes 200 ms, and what its thread is late."),
                tables,
                List.of());
    }

    private ReportSection delays() {
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            for (PaperService service : PaperService.values()) {
                figures.add(PositionFigures.byDelay(service, 1000, sources.get(i), id(service, i), curves));
            }
        }
        return new ReportSection("Every delay at 1000 kbit/s (Figures 4, 8, 10 and 12)", List.of(), List.of(), figures);
    }

    private static String id(PaperService service, int source) {
        return service.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + source;
    }
}
