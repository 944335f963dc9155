package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.papers.position.Paper.Figures;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The tables of the suite. */
final class PositionTables {
    private PositionTables() {}

    /** Returns the cells for which the paper's text has numbers. */
    static Table besideThePaper(List<Curve> curves) {
        return Table.of(
                "Author, the cells that the paper gives numbers for",
                List.of(
                        Column.text("source", Curve::source),
                        Column.text("path", Curve::path),
                        millis("no loss, ms|ours", "response time without loss, ms", Curve::lossless),
                        millis("no loss, ms|Linux 2.6.15", "paper, Figures 6 and 7", paper(Figures::linux)),
                        millis("no loss, ms|FreeBSD 6.0", "paper, Figures 2 and 3", paper(Figures::freeBsd)),
                        millis("SYN-ACK lost, + ms|ours", "position 1 less no loss", Curve::handshakeIncrease),
                        millis(
                                "SYN-ACK lost, + ms|paper",
                                "3 s, the timer of RFC 1122",
                                curve -> Paper.HANDSHAKE_INCREASE),
                        millis(
                                "late less middle, ms|ours",
                                "the worst of positions 8 to 11 less position 6",
                                Curve::worstLateIncrease),
                        millis(
                                "late less middle, ms|paper",
                                "FreeBSD, position 10 less position 6",
                                paper(Figures::lateIncrease)),
                        Column.number(
                                "late, + %",
                                0,
                                "mean of positions 8 to 11 over position 6; the paper has 103 and 99 for its worst position",
                                curve -> 100 * curve.lateIncreaseShare())),
                curves.stream().filter(curve -> Paper.of(curve).isPresent()).toList(),
                "The paper's Linux curves are given without numbers for late losses.");
    }

    private static ToDoubleFunction<Curve> paper(ToDoubleFunction<Figures> value) {
        return curve -> Paper.of(curve).stream().mapToDouble(value).findFirst().orElse(Double.NaN);
    }

    private static Column<Curve> millis(String header, String hint, ToDoubleFunction<Curve> seconds) {
        return Column.number(header, 0, hint, curve -> 1000 * seconds.applyAsDouble(curve));
    }

    /** Returns every cell. */
    static Table lateLosses(List<Curve> curves) {
        return Table.of(
                "The increase for late losses in every cell",
                List.of(
                        Column.text("source", Curve::source),
                        Column.text("service", Curve::service),
                        Column.number(
                                "kbit/s",
                                0,
                                "bandwidth of each direction",
                                curve -> curve.path().kbit()),
                        Column.number(
                                "delay, ms", 0, "one way", curve -> curve.path().delayMillis()),
                        Column.number(
                                "n",
                                0,
                                "exchanges per position",
                                curve -> curve.means().get(0).exchanges()),
                        millis("no loss, ms", "mean response time", Curve::lossless),
                        millis(
                                "middle, ms",
                                "position 6 of Author; of Sellerprofile the cheapest data packet before the late ones",
                                Curve::middle),
                        millis(
                                "late, + ms",
                                "mean of the last four packets of data less the middle",
                                Curve::lateIncrease),
                        Column.number(
                                "late, + %",
                                1, "the same in parts of the middle", curve -> 100 * curve.lateIncreaseShare()),
                        Column.text("sensitive", PositionTables::positions)),
                curves,
                "Paper, over all its cells and both systems: +208 to +1781 ms, +40 to +112 %. Sensitive: positions whose loss"
                        + " costs more than half of what the worst late one costs beyond the middle.");
    }

    /** Returns the parts of the response time of one cell. */
    static Table parts(Curve curve) {
        List<Column<Curve.Line>> columns = new ArrayList<>();
        columns.add(Column.text("lost packet", Curve.Line::packet));
        columns.addAll(Curve.Line.COLUMNS);
        return Table.of(
                curve.service() + ", " + curve.path() + ", " + curve.source(),
                columns,
                curve.lines(),
                "Mean parts of r_ws = t_conn + t_req + p + t_resp.");
    }

    static String positions(Curve curve) {
        return curve.sensitive().stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** Returns the least and the greatest time over curves. */
    static String millis(List<Curve> curves, ToDoubleFunction<Curve> seconds) {
        return range(curves, seconds, 1000, " ms");
    }

    /** Returns the least and the greatest share over curves. */
    static String percent(List<Curve> curves, ToDoubleFunction<Curve> share) {
        return range(curves, share, 100, " %");
    }

    private static String range(List<Curve> curves, ToDoubleFunction<Curve> value, double factor, String unit) {
        DoubleSummaryStatistics values = curves.stream().mapToDouble(value).summaryStatistics();
        return String.format(Locale.ROOT, "%+.0f to %+.0f%s", values.getMin() * factor, values.getMax() * factor, unit);
    }
}
