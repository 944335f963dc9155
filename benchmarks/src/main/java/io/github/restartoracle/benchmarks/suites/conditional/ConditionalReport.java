package io.github.restartoracle.benchmarks.suites.conditional;

import io.github.restartoracle.benchmarks.exchange.Kernel;
import io.github.restartoracle.benchmarks.report.Figure;
import io.github.restartoracle.benchmarks.report.Figure.Axis;
import io.github.restartoracle.benchmarks.report.Figure.Form;
import io.github.restartoracle.benchmarks.report.Figure.Point;
import io.github.restartoracle.benchmarks.report.Figure.Series;
import io.github.restartoracle.benchmarks.report.Report;
import io.github.restartoracle.benchmarks.report.ReportSection;
import io.github.restartoracle.benchmarks.report.Table;
import io.github.restartoracle.benchmarks.report.Table.Column;
import io.github.restartoracle.benchmarks.report.Table.Value;
import io.github.restartoracle.benchmarks.results.Significance;
import io.github.restartoracle.benchmarks.suites.ResultRows;
import io.github.restartoracle.benchmarks.suites.SuiteResult;
import io.github.restartoracle.benchmarks.suites.conditional.Condition.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** What the classes and the cross-check say. */
final class ConditionalReport {
    private final List<Mean> means;
    private final List<CrossCheck> checks;

    ConditionalReport(List<Mean> means, List<CrossCheck> checks) {
        this.means = List.copyOf(means);
        this.checks = List.copyOf(checks);
    }

    SuiteResult result(int logs) {
        List<ReportSection> sections = List.of(classes(), crossCheck());
        return new SuiteResult(new Report(verdict(logs), findings(), sections), rows(), List.of(), List.of());
    }

    private String verdict(int logs) {
        long accepted = means.stream().filter(Mean::accepted).count();
        return String.format(
                Locale.ROOT,
                "Of %d classes in %d logs, %d have means that are significant (99 %% interval within 10 %%); the simulated"
                        + " TCP takes %.2f to %.2f times as long as the latency model says where it follows the same"
                        + " standards, %.2f to %.2f times where it is of today.",
                means.size(),
                logs,
                accepted,
                ratios(Kernel.OF_STANDARDS).min().orElse(Double.NaN),
                ratios(Kernel.OF_STANDARDS).max().orElse(Double.NaN),
                ratios(Kernel.TODAY).min().orElse(Double.NaN),
                ratios(Kernel.TODAY).max().orElse(Double.NaN));
    }

    private DoubleStream ratios(Kernel tcp) {
        return checks.stream().filter(check -> check.tcp() == tcp).mapToDouble(CrossCheck::ratio);
    }

    private static List<String> findings() {
        return List.of(
                "The filter finds what is too noisy, not what is biased: the paper's peaks at 49 and 158 segments, one"
                        + " popular page each, passed it.",
                "The model is of a Reno whose losses come in bursts: all packets of a round after the first lost one are lost"
                        + " with it, so that timeouts are frequent. The simulation loses each packet by itself, and is faster"
                        + " where there is more than a window to send; up to a window of ten segments the two agree best.");
    }

    private ReportSection classes() {
        return new ReportSection(
                "Classes of transactions",
                List.of(
                        "Classes are of one log each: its path in steps of 10 ms of round-trip time, the length in segments,"
                                + " the attempts, and whether the flow was single, where the log has the sizes of segments.",
                        "The round trip of an exchange is that of its handshake, not known where a SYN was repeated. A journal"
                                + " of messages has no round trips: in their place stands the last exact transit, dispatch to"
                                + " arrival of a message sent once, before the message was due.",
                        "Messages that share an outage are not independent, which the interval takes them to be."),
                List.of(table("Significant", true), table("Rejected: the 99 % interval is wider than 10 %", false)),
                List.of());
    }

    private Table table(String caption, boolean accepted) {
        List<List<Value>> rows = new ArrayList<>();
        for (Mean mean : means) {
            if (mean.accepted() == accepted) {
                Condition condition = mean.condition();
                rows.add(List.of(
                        Value.of(condition.log()),
                        Value.of(condition.rtt(), condition.rttMillis()),
                        Value.of(condition.segments(), 0),
                        Value.of(condition.attempts(), 0),
                        Value.of(condition.flow().toString()),
                        Value.of(mean.ett().count(), 0),
                        Value.of(1000 * mean.ett().mean(), 1),
                        percent(mean.ett()),
                        Value.of(mean.throughput().mean() / 1000, 1),
                        percent(mean.throughput())));
            }
        }
        return new Table(
                caption,
                List.of(
                        Column.text("log"),
                        Column.text("path"),
                        Column.number("segments", "length of the data; 200 and more together"),
                        Column.number("attempts", "transmissions; 4 and more together"),
                        Column.text("flow"),
                        Column.number("n", "transactions"),
                        Column.number("mean, ms", "from due to arrival").in("ETT"),
                        Column.number("±, %", "half-width of the 99 % interval").in("ETT"),
                        Column.number("kbit/s", "mean of size over time").in("throughput"),
                        Column.number("±, %", "half-width of the 99 % interval").in("throughput")),
                rows,
                "");
    }

    private static Value percent(Significance significance) {
        return Value.of(100 * significance.relativeHalfWidth(), 1);
    }

    private ReportSection crossCheck() {
        List<List<Value>> rows = new ArrayList<>();
        for (CrossCheck check : checks) {
            rows.add(List.of(
                    Value.of(check.tcp().toString()),
                    Value.of(check.segments(), 0),
                    Value.of(check.lossPercent(), 1),
                    Value.of(1000 * check.simulated().mean(), 1),
                    percent(check.simulated()),
                    Value.of(1000 * check.model(), 1),
                    Value.of(check.ratio(), 2)));
        }
        Table table = new Table(
                "Transactions over a round trip of 15 ms",
                List.of(
                        Column.text("TCP"),
                        Column.number("segments", "of the response"),
                        Column.number("loss, %", "of the packets from server to client"),
                        Column.number("simulated, ms", "mean"),
                        Column.number("±, %", "half-width of the 99 % interval"),
                        Column.number("model, ms", "Cardwell, Savage and Anderson, with the same timers and windows"),
                        Column.number("ratio", "simulated over model")),
                rows,
                "");
        return new ReportSection(
                "The simulated TCP against the latency model (Figure 8)",
                List.of("Set-up, request and response over a link whose only properties are delay and loss."),
                List.of(table),
                List.of(figure(Kernel.OF_STANDARDS), figure(Kernel.TODAY)));
    }

    private Figure figure(Kernel tcp) {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < CrossCheck.LOSSES.size(); i++) {
            double loss = CrossCheck.LOSSES.get(i);
            List<Point> simulated = new ArrayList<>();
            List<Point> model = new ArrayList<>();
            for (CrossCheck check : checks) {
                if (check.tcp() == tcp && check.lossPercent() == loss) {
                    simulated.add(point(check.segments(), check.simulated().mean()));
                    model.add(point(check.segments(), check.model()));
                }
            }
            String name = String.format(Locale.ROOT, "%.0f %%", loss);
            series.add(new Series(name + " simulated", i, Form.POINTS, simulated));
            series.add(new Series(name + " model", i, Form.DASHED, model));
        }
        return Figure.of(
                "throughput-by-length-" + tcp,
                "Throughput by length, TCP: " + tcp,
                "Points: simulated; broken lines: model. Without loss the model is the paper's MAX curve.",
                Axis.fromZero("segments"),
                Axis.fromZero("throughput (Mbit/s)"),
                series);
    }

    private static Point point(int segments, double seconds) {
        return Point.of(segments, CrossCheck.throughput(segments, seconds) / 1e6);
    }

    private ResultRows rows() {
        ResultRows rows = ResultRows.of("kind,log,rtt_from_ms,segments,attempts,flow,loss_pct,count,mean_s,"
                + "mean_ci99_s,throughput_bit_per_s,throughput_ci99,significant,model_s");
        for (Mean mean : means) {
            Condition condition = mean.condition();
            rows.add(
                    "class",
                    condition.log(),
                    condition.rttMillis() == Condition.UNKNOWN ? "" : condition.rttMillis(),
                    condition.segments(),
                    condition.attempts(),
                    condition.flow(),
                    "",
                    mean.ett().count(),
                    mean.ett().mean(),
                    mean.ett().halfWidth(),
                    mean.throughput().mean(),
                    mean.throughput().halfWidth(),
                    mean.accepted(),
                    "");
        }
        for (CrossCheck check : checks) {
            rows.add(
                    "cross-check",
                    "simulation " + check.tcp(),
                    1000 * CrossCheck.RTT,
                    check.segments(),
                    1,
                    "single",
                    check.lossPercent(),
                    check.simulated().count(),
                    check.simulated().mean(),
                    check.simulated().halfWidth(),
                    CrossCheck.throughput(check.segments(), check.simulated().mean()),
                    "",
                    check.simulated().accepted(),
                    check.model());
        }
        return rows;
    }
}
