package io.github.restartoracle.benchmarks.studies.position;

import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Table.Head;
import io.github.restartoracle.benchmarks.lab.results.Table.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The tables of the suite. */
final class PositionTables {
    private PositionTables() {}

    /** Returns the cells for which the paper's text has numbers. */
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
                        Head.text("source"),
                        Head.text("path"),
                        Head.number("ours", "response time without loss, ms").in("no loss, ms"),
                        Head.number("Linux 2.6.15", "paper, Figures 6 and 7").in("no loss, ms"),
                        Head.number("FreeBSD 6.0", "paper, Figures 2 and 3").in("no loss, ms"),
                        Head.number("ours", "position 1 less no loss").in("SYN-ACK lost, + ms"),
                        Head.number("paper", "3 s, the timer of RFC 1122").in("SYN-ACK lost, + ms"),
                        Head.number("ours", "the worst of positions 8 to 11 less position 6")
                                .in("late less middle, ms"),
                        Head.number("paper", "FreeBSD, position 10 less position 6")
                                .in("late less middle, ms"),
                        Head.number(
                                "late, + %",
                                "mean of positions 8 to 11 over position 6; the paper has 103 and 99"
                                        + " for its worst position")),
                rows,
                "The paper's Linux curves are given without numbers for late losses.");
    }

    /** Returns every cell. */
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
                    millis(curve.middle()),
                    millis(curve.lateIncrease()),
                    Value.of(100 * curve.lateIncreaseShare(), 1),
                    Value.of(positions(curve))));
        }
        return new Table(
                "The increase for late losses in every cell",
                List.of(
                        Head.text("source"),
                        Head.text("service"),
                        Head.number("kbit/s", "bandwidth of each direction"),
                        Head.number("delay, ms", "one way"),
                        Head.number("n", "exchanges per position"),
                        Head.number("no loss, ms", "mean response time"),
                        Head.number(
                                "middle, ms",
                                "position 6 of Author; of Sellerprofile the cheapest data packet before the late ones"),
                        Head.number("late, + ms", "mean of the last four packets of data less the middle"),
                        Head.number("late, + %", "the same in parts of the middle"),
                        Head.text("sensitive")),
                rows,
                "Paper, over all its cells and both systems: +208 to +1781 ms, +40 to +112 %. Sensitive: positions whose loss"
                        + " costs more than half of what the worst late one costs beyond the middle.");
    }

    /** Returns the parts of the response time of one cell. */
    static Table split(Curve curve) {
        return Table.of(
                curve.service() + ", " + curve.path() + ", " + curve.source(),
                Curve.Line.COLUMNS,
                curve.rows(),
                "Mean parts of r_ws = t_conn + t_req + p + t_resp.");
    }

    /** Returns the name of the packet of a line. */
    static String name(Row row) {
        PaperService service = PaperService.AUTHOR.toString().equals(row.text("service"))
                ? PaperService.AUTHOR
                : PaperService.SELLER_PROFILE;
        return name(service, (int) row.number("position"));
    }

    static String name(PaperService service, int position) {
        if (position == 0) {
            return "none";
        }
        if (position == 1) {
            return "1 SYN-ACK";
        }
        if (position == 2) {
            return "2 ACK of the request";
        }
        return position == service.packets() ? position + " ACK of the FIN" : position + " data";
    }

    static String positions(Curve curve) {
        return curve.sensitive().stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** Returns the least and the greatest value over curves, as text. */
    static String range(List<Curve> curves, ToDoubleFunction<Curve> value, double factor, String unit) {
        double least = curves.stream().mapToDouble(value).min().orElse(Double.NaN);
        double most = curves.stream().mapToDouble(value).max().orElse(Double.NaN);
        return String.format(Locale.ROOT, "%+.0f to %+.0f%s", least * factor, most * factor, unit);
    }

    private static Value millis(double seconds) {
        return Value.of(1000 * seconds, 0);
    }
}
