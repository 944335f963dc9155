package io.github.restartoracle.benchmarks.suites.position;

import io.github.restartoracle.benchmarks.report.Table;
import io.github.restartoracle.benchmarks.report.Table.Column;
import io.github.restartoracle.benchmarks.report.Table.Value;
import io.github.restartoracle.benchmarks.suites.position.Curve.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The tables of the suite. */
final class PositionTables {
    private PositionTables() {}

    /** The cells that the paper's text has numbers for. */
    static Table besideThePaper(List<Curve> curves) {
        List<List<Value>> rows = new ArrayList<>();
        for (Curve curve : curves) {
            Paper.of(curve)
                    .ifPresent(paper -> rows.add(List.of(
                            Value.of(curve.source()),
                            Value.of(curve.path().toString(), curve.path().delayMillis()),
                            millis(curve.lossless()),
                            millis(paper.linux()),
                            millis(paper.freeBsd()),
                            millis(curve.handshakeIncrease()),
                            millis(Paper.HANDSHAKE_INCREASE),
                            millis(curve.worstLateIncrease()),
                            millis(paper.lateIncrease()),
                            Value.of(100 * curve.lateIncreaseShare(), 0))));
        }
        return new Table(
                "Author, the cells that the paper gives numbers for",
                List.of(
                        Column.text("source"),
                        Column.text("path"),
                        Column.number("ours", "response time without loss, ms").in("no loss, ms"),
                        Column.number("Linux 2.6.15", "paper, Figures 6 and 7").in("no loss, ms"),
                        Column.number("FreeBSD 6.0", "paper, Figures 2 and 3").in("no loss, ms"),
                        Column.number("ours", "position 1 less no loss").in("SYN-ACK lost, + ms"),
                        Column.number("paper", "3 s, the timer of RFC 1122").in("SYN-ACK lost, + ms"),
                        Column.number("ours", "the worst of positions 8 to 11 less position 6")
                                .in("late less middle, ms"),
                        Column.number("paper", "FreeBSD, position 10 less position 6")
                                .in("late less middle, ms"),
                        Column.number(
                                "late, + %",
                                "mean of positions 8 to 11 over position 6; the paper has 103 and 99"
                                        + " for its worst position")),
                rows,
                "The paper's Linux curves are given without numbers for late losses.");
    }

    /** Every cell. */
    static Table lateLosses(List<Curve> curves) {
        List<List<Value>> rows = new ArrayList<>();
        for (Curve curve : curves) {
            rows.add(List.of(
                    Value.of(curve.source()),
                    Value.of(curve.service().toString()),
                    Value.of(curve.path().kbit(), 0),
                    Value.of(curve.path().delayMillis(), 0),
                    Value.of(curve.points().get(0).exchanges(), 0),
                    millis(curve.lossless()),
                    millis(curve.at(curve.service().middle())),
                    millis(curve.lateIncrease()),
                    Value.of(100 * curve.lateIncreaseShare(), 1)));
        }
        return new Table(
                "The increase for late losses in every cell",
                List.of(
                        Column.text("source"),
                        Column.text("service"),
                        Column.number("kbit/s", "bandwidth of each direction"),
                        Column.number("delay, ms", "one way"),
                        Column.number("n", "exchanges per position"),
                        Column.number("no loss, ms", "mean response time"),
                        Column.number("middle, ms", "position 6 of Author, 3 of Sellerprofile"),
                        Column.number("late, + ms", "mean of the last four packets of data less the middle"),
                        Column.number("late, + %", "the same in parts of the middle")),
                rows,
                "Paper, over all its cells and both systems: +208 to +1781 ms, +40 to +112 %.");
    }

    /** What the response time of one cell consists of. */
    static Table split(Curve curve) {
        List<List<Value>> rows = new ArrayList<>();
        for (int position = 0; position < curve.points().size(); position++) {
            Point point = curve.points().get(position);
            rows.add(List.of(
                    Value.of(name(curve.service(), position), position),
                    Value.of(point.exchanges(), 0),
                    millis(point.connect()),
                    millis(point.request()),
                    millis(point.processing()),
                    millis(point.answer()),
                    millis(point.response()),
                    millis(point.halfWidth())));
        }
        return new Table(
                curve.service() + ", " + curve.path() + ", " + curve.source(),
                List.of(
                        Column.text("lost packet"),
                        Column.number("n", "exchanges"),
                        Column.number("t_conn", "connection set-up, ms"),
                        Column.number("t_req", "until the server has the request, ms"),
                        Column.number("p", "processing, ms"),
                        Column.number("t_resp", "until the client has the answer, ms"),
                        Column.number("r_ws", "response time, ms"),
                        Column.number("±", "95 % interval over exchanges, ms")),
                rows,
                "Mean parts of r_ws = t_conn + t_req + p + t_resp.");
    }

    static String name(Service service, int position) {
        if (position == 0) {
            return "none";
        }
        if (position == 1) {
            return "1 SYN-ACK";
        }
        if (position == 2) {
            return "2 ACK of the request";
        }
        return position == service.packets() ? position + " FIN" : position + " data";
    }

    /** The least and the most of something over curves, as text. */
    static String range(List<Curve> curves, ToDoubleFunction<Curve> value, double factor, String unit) {
        double least = curves.stream().mapToDouble(value).min().orElse(Double.NaN);
        double most = curves.stream().mapToDouble(value).max().orElse(Double.NaN);
        return String.format(Locale.ROOT, "%+.0f to %+.0f%s", least * factor, most * factor, unit);
    }

    private static Value millis(double seconds) {
        return Value.of(1000 * seconds, 0);
    }
}
