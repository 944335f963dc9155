package io.github.restartoracle.benchmarks.suites.position;

import io.github.restartoracle.benchmarks.report.FaultEvidence;
import io.github.restartoracle.benchmarks.report.Figure;
import io.github.restartoracle.benchmarks.report.Report;
import io.github.restartoracle.benchmarks.report.ReportSection;
import io.github.restartoracle.benchmarks.report.Table;
import io.github.restartoracle.benchmarks.suites.ResultRows;
import io.github.restartoracle.benchmarks.suites.SuiteResult;
import io.github.restartoracle.benchmarks.suites.position.Curve.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the curves say. */
final class PositionReport {
    private static final double TYPICAL_LOSS = 0.02;

    private final List<Curve> curves;
    private final List<String> sources;

    PositionReport(List<Curve> curves) {
        this.curves = List.copyOf(curves);
        this.sources = PositionFigures.sources(curves);
    }

    SuiteResult result(List<FaultEvidence> faults, List<String> defects) {
        List<ReportSection> sections = List.of(besideThePaper(), late(), parts(), delays());
        return new SuiteResult(new Report(verdict(), findings(), sections), rows(), faults, defects);
    }

    String verdict() {
        if (curves.isEmpty()) {
            return "No cell was run.";
        }
        return "A late loss costs a web service "
                + PositionTables.range(curves, Curve::lateIncrease, 1000, " ms")
                + " more than one in the middle ("
                + PositionTables.range(curves, Curve::lateIncreaseShare, 100, " %")
                + "); the paper found +208 to +1781 ms (+40 to +112 %).";
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        for (String source : sources) {
            List<Curve> own = of(source);
            findings.add(source + ": a lost SYN-ACK costs "
                    + PositionTables.range(own, Curve::handshakeIncrease, 1000, " ms")
                    + " (paper: +3000), late losses "
                    + PositionTables.range(own, Curve::lateIncrease, 1000, " ms") + ", "
                    + PositionTables.range(own, Curve::lateIncreaseShare, 100, " %") + ", over " + own.size()
                    + " cells.");
        }
        findings.add(String.format(
                Locale.ROOT,
                "At 2 %% loss %.1f %% of Author's exchanges lose a packet from server to client (paper: 22 %%), and"
                        + " %.1f %% of these one of the last three packets of data (paper: 27 %%): arithmetic of 12"
                        + " packets, not a measurement.",
                100 * Service.AUTHOR.hit(TYPICAL_LOSS),
                100 * Service.AUTHOR.hitLastThree(TYPICAL_LOSS)));
        return findings;
    }

    private List<Curve> of(String source) {
        return curves.stream().filter(curve -> curve.source().equals(source)).toList();
    }

    private ReportSection besideThePaper() {
        List<Figure> figures = new ArrayList<>();
        for (PathKind path : List.of(PathKind.US_US, PathKind.US_OVERSEAS)) {
            for (Service service : Service.values()) {
                figures.add(PositionFigures.byPosition(service, path, curves));
            }
        }
        return new ReportSection(
                "Response time by position (Figures 2, 3, 6 and 7)",
                List.of(
                        "Packets are counted from server to client in each connection, the SYN-ACK first. In the simulation and"
                                + " in the paper the FIN is a packet of its own behind the data, 12 for Author, whose"
                                + " selective acknowledgement can tell of the loss before it. A kernel of today holds data"
                                + " back in the socket while the link is busy, so that the FIN travels with the last data; 12"
                                + " is then the acknowledgement of the client's FIN, and the loss of 11 waits for a timer.",
                        "A testbed's delay is real: made by netem, or by a queue in user space where the kernel has no netem"
                                + " (its sidecar's log says which). Its bandwidth is made by a token bucket of htb, which lets"
                                + " a first packet or two pass at full speed: at 300 kbit/s each saves 40 ms, which a serial"
                                + " line as in the simulation does not. Delays are constant, where the paper's vary.",
                        "The old rules of a testbed switch off the tail loss probe, early retransmit and RACK as far as the"
                                + " kernel obeys; the simulation's do so in full. Initial windows are ten segments except in"
                                + " the TCP of 2005, which has three."),
                List.of(PositionTables.besideThePaper(curves)),
                figures);
    }

    private ReportSection late() {
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            for (Service service : Service.values()) {
                figures.add(PositionFigures.lateIncrease(service, sources.get(i), id(service, i), of(sources.get(i))));
            }
        }
        return new ReportSection(
                "The increase for late losses (Figures 5, 9, 11 and 13)",
                List.of(
                        "Mean response time with one of the last four packets of data lost, over that with one lost in the"
                                + " middle: position 6 for Author as in the paper, 3 for Sellerprofile, whose middle the paper does"
                                + " not name."),
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
            for (Service service : Service.values()) {
                figures.add(PositionFigures.byDelay(service, 1000, sources.get(i), id(service, i), curves));
            }
        }
        return new ReportSection("Every delay at 1000 kbit/s (Figures 4, 8, 10 and 12)", List.of(), List.of(), figures);
    }

    private static String id(Service service, int source) {
        return service.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + source;
    }

    ResultRows rows() {
        ResultRows rows = ResultRows.of("source,service,bandwidth_kbit,delay_ms,position,exchanges,response_s,"
                + "response_ci95_s,t_conn_s,t_req_s,p_s,t_resp_s,increase_s");
        for (Curve curve : curves) {
            for (int position = 0; position < curve.points().size(); position++) {
                Point point = curve.points().get(position);
                rows.add(
                        curve.source(),
                        curve.service(),
                        curve.path().kbit(),
                        curve.path().delayMillis(),
                        position,
                        point.exchanges(),
                        point.response(),
                        point.halfWidth(),
                        point.connect(),
                        point.request(),
                        point.processing(),
                        point.answer(),
                        point.response() - curve.lossless());
            }
        }
        return rows;
    }
}
