package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.papers.position.Paper.Figures;
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
        String noLoss = "no loss, ms";
        String synAck = "SYN-ACK lost, + ms";
        String late = "late less middle, ms";
        return Table.of(
                "Author, the cells that the paper gives numbers for",
                List.of(
                        Column.text("source", "source", Curve::source),
                        Column.text("path", "path", Curve::path),
                        millis("none", "ours", "response time without loss, ms", Curve::lossless)
                                .withGroup(noLoss),
                        millis("linux", "Linux 2.6.15", "paper, Figures 6 and 7", paper(Figures::linux))
                                .withGroup(noLoss),
                        millis("bsd", "FreeBSD 6.0", "paper, Figures 2 and 3", paper(Figures::freeBsd))
                                .withGroup(noLoss),
                        millis("syn", "ours", "position 1 less no loss", Curve::handshakeIncrease)
                                .withGroup(synAck),
                        millis("rfc", "paper", "3 s, the timer of RFC 1122", curve -> Paper.HANDSHAKE_INCREASE)
                                .withGroup(synAck),
                        millis(
                                        "worst",
                                        "ours",
                                        "the worst of positions 8 to 11 less position 6",
                                        Curve::worstLateIncrease)
                                .withGroup(late),
                        millis("late", "paper", "FreeBSD, position 10 less position 6", paper(Figures::lateIncrease))
                                .withGroup(late),
                        Column.<Curve>number("share", "late, + %", 0, curve -> 100 * curve.lateIncreaseShare())
                                .withHint("mean of positions 8 to 11 over position 6; the paper has 103 and 99"
                                        + " for its worst position")),
                curves.stream().filter(curve -> Paper.of(curve).isPresent()).toList(),
                "The paper's Linux curves are given without numbers for late losses.");
    }

    private static ToDoubleFunction<Curve> paper(ToDoubleFunction<Figures> value) {
        return curve -> Paper.of(curve).stream().mapToDouble(value).findFirst().orElse(Double.NaN);
    }

    private static Column<Curve> millis(String name, String header, String hint, ToDoubleFunction<Curve> seconds) {
        return Column.<Curve>number(name, header, 0, curve -> 1000 * seconds.applyAsDouble(curve))
                .withHint(hint);
    }

    /** Returns every cell. */
    static Table lateLosses(List<Curve> curves) {
        return Table.of(
                "The increase for late losses in every cell",
                List.of(
                        Column.text("source", "source", Curve::source),
                        Column.text("service", "service", Curve::service),
                        Column.<Curve>number(
                                        "bandwidth",
                                        "kbit/s",
                                        0,
                                        curve -> curve.path().kbit())
                                .withHint("bandwidth of each direction"),
                        Column.<Curve>number(
                                        "delay",
                                        "delay, ms",
                                        0,
                                        curve -> curve.path().delayMillis())
                                .withHint("one way"),
                        Column.<Curve>number(
                                        "n",
                                        "n",
                                        0,
                                        curve -> curve.points().get(0).exchanges())
                                .withHint("exchanges per position"),
                        millis("none", "no loss, ms", "mean response time", Curve::lossless),
                        millis(
                                "middle",
                                "middle, ms",
                                "position 6 of Author; of Sellerprofile the cheapest data packet before the late ones",
                                Curve::middle),
                        millis(
                                "late",
                                "late, + ms",
                                "mean of the last four packets of data less the middle",
                                Curve::lateIncrease),
                        Column.<Curve>number("share", "late, + %", 1, curve -> 100 * curve.lateIncreaseShare())
                                .withHint("the same in parts of the middle"),
                        Column.text("sensitive", "sensitive", PositionTables::positions)),
                curves,
                "Paper, over all its cells and both systems: +208 to +1781 ms, +40 to +112 %. Sensitive: positions whose loss"
                        + " costs more than half of what the worst late one costs beyond the middle.");
    }

    /** Returns the parts of the response time of one cell. */
    static Table split(Curve curve) {
        List<Column<Curve.Line>> columns = new ArrayList<>();
        columns.add(Column.text("packet", "lost packet", line -> name(curve.service(), line.position())));
        columns.addAll(Curve.Line.COLUMNS);
        return Table.of(
                curve.service() + ", " + curve.path() + ", " + curve.source(),
                columns,
                curve.lines(),
                "Mean parts of r_ws = t_conn + t_req + p + t_resp.");
    }

    /** Returns the name of the packet at a position. */
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
}
