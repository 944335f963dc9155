package io.github.restartoracle.benchmarks.suites.latency;

import io.github.restartoracle.benchmarks.report.FaultEvidence;
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
import io.github.restartoracle.benchmarks.suites.ResultRows;
import io.github.restartoracle.benchmarks.suites.SuiteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What the response times say. */
final class LatencyReport {
    private final List<Latency> latencies;
    private final List<String> sources;

    LatencyReport(List<Latency> latencies) {
        this.latencies = List.copyOf(latencies);
        this.sources = latencies.stream().map(Latency::source).distinct().toList();
    }

    SuiteResult result(List<FaultEvidence> faults, List<String> defects) {
        List<ReportSection> sections = new ArrayList<>();
        for (boolean open : new boolean[] {false, true}) {
            sections.add(section(open));
        }
        return new SuiteResult(new Report(verdict(), findings(), sections), rows(), faults, defects);
    }

    /** What loss adds to the smallest file, which is the SYN timer and nothing else. */
    String verdict() {
        List<String> parts = new ArrayList<>();
        for (String source : sources) {
            double none = mean(source, LatencyCell.PAYLOADS.get(0), 0.0, false);
            double one = mean(source, LatencyCell.PAYLOADS.get(0), 1.0, false);
            parts.add(String.format(Locale.ROOT, "%.1f ms (%s)", 1000 * (one - none), source));
        }
        return "1 % loss adds to a request for 996 bytes, in a closed loop, " + String.join(", ", parts)
                + "; the blog measured 30 ms, which is 1 % of the 3 s of its SYN timer.";
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        findings.add("From 1 % to 2 % loss the blog's small file got 35 % slower and its large one 12 %; here: "
                + String.join(
                        "; ",
                        sources.stream()
                                .map(source -> String.format(
                                        Locale.ROOT,
                                        "%s %+.0f %% and %+.0f %%",
                                        source,
                                        growth(source, LatencyCell.PAYLOADS.get(0)),
                                        growth(source, LatencyCell.PAYLOADS.get(2))))
                                .toList())
                + ".");
        findings.add("A closed loop counts a request from when it was sent, which is after the one before; an open loop"
                + " counts from when it was due, every " + LatencyPlan.INTERVAL.toMillis() + " ms.");
        return findings;
    }

    private double growth(String source, int payload) {
        return 100 * (mean(source, payload, 2.0, false) / mean(source, payload, 1.0, false) - 1);
    }

    private double mean(String source, int payload, double loss, boolean open) {
        LatencyCell cell = new LatencyCell(payload, loss, open);
        return latencies.stream()
                .filter(latency ->
                        latency.source().equals(source) && latency.cell().equals(cell))
                .mapToDouble(Latency::mean)
                .findFirst()
                .orElse(Double.NaN);
    }

    private ReportSection section(boolean open) {
        List<Latency> own = latencies.stream()
                .filter(latency -> latency.cell().open() == open)
                .toList();
        List<Figure> figures = new ArrayList<>();
        for (int payload : LatencyCell.PAYLOADS) {
            figures.add(figure(payload, open, own));
        }
        return new ReportSection(
                open
                        ? "Open loop: a request every 50 ms, whatever became of the others"
                        : "Closed loop, as in the blog",
                List.of(
                        open
                                ? "Several requests are under way at the same time, and share the link. Each counts from when"
                                        + " it was due."
                                : "One request after the other, a connection each. On a real link a cell ends after its"
                                        + " window even if it has not made all its requests: n says how many it made.",
                        "Loss takes packets from server to client alone: the only single direction that explains the blog's"
                                + " numbers for small and for large files."),
                List.of(table(open, own)),
                figures);
    }

    private static Table table(boolean open, List<Latency> own) {
        List<List<Value>> rows = new ArrayList<>();
        for (Latency latency : own) {
            OptionalDouble paper = latency.cell().paperSeconds();
            rows.add(List.of(
                    Value.of(latency.source()),
                    Value.of(latency.cell().payloadBytes(), 0),
                    Value.of(latency.cell().lossPercent(), 1),
                    Value.of(latency.requests(), 0),
                    Value.of(latency.failed(), 0),
                    millis(latency.mean()),
                    millis(latency.halfWidth()),
                    paper.isPresent() ? Value.of(1000 * paper.getAsDouble(), 0) : Value.NONE,
                    millis(latency.p50()),
                    millis(latency.p99()),
                    millis(latency.most())));
        }
        return new Table(
                open ? "Response times from when requests were due" : "Response times from when requests were sent",
                List.of(
                        Column.text("source"),
                        Column.number("payload", "bytes of the file"),
                        Column.number("loss, %", "of the packets from server to client"),
                        Column.number("n", "answered requests"),
                        Column.number("failed", "requests without an answer"),
                        Column.number("mean, ms", "of all answered requests"),
                        Column.number("±", "95 % interval over requests, ms"),
                        Column.number("blog, ms", "mean as printed"),
                        Column.number("p50, ms", "median"),
                        Column.number("p99, ms", "99 % are shorter"),
                        Column.number("max, ms", "the longest")),
                rows,
                "At 0.1 % the blog saw no significant difference from 0 %.");
    }

    private Figure figure(int payload, boolean open, List<Latency> own) {
        List<Series> series = new ArrayList<>();
        for (String source : sources) {
            List<Point> points = own.stream()
                    .filter(latency -> latency.source().equals(source)
                            && latency.cell().payloadBytes() == payload
                            && Double.isFinite(latency.mean()))
                    .map(latency -> new Point(
                            latency.cell().lossPercent(),
                            1000 * latency.mean(),
                            0,
                            1000 * latency.halfWidth(),
                            latency.requests() + " requests"))
                    .toList();
            series.add(new Series(source, series.size(), Form.LINE, points));
        }
        List<Point> paper = new ArrayList<>();
        for (LatencyCell cell : LatencyCell.of(payload)) {
            if (cell.open() == open && cell.paperSeconds().isPresent()) {
                paper.add(
                        Point.of(cell.lossPercent(), 1000 * cell.paperSeconds().getAsDouble()));
            }
        }
        series.add(new Series("blog", series.size(), Form.HOLLOW, paper));
        return Figure.of(
                "latency-" + payload + "-" + (open ? "open" : "closed"),
                payload + " bytes, " + (open ? "open" : "closed") + " loop",
                "Mean response time over the rate of loss; bars: 95 % interval over requests.",
                Axis.fromZero("packet loss (%)"),
                Axis.fromZero("mean response time (ms)"),
                series);
    }

    ResultRows rows() {
        ResultRows rows = ResultRows.of("source,loop,payload_bytes,loss_pct,requests,failed,mean_s,mean_ci95_s,p50_s,"
                + "p99_s,max_s,paper_mean_s");
        for (Latency latency : latencies) {
            rows.add(
                    latency.source(),
                    latency.cell().loop(),
                    latency.cell().payloadBytes(),
                    latency.cell().lossPercent(),
                    latency.requests(),
                    latency.failed(),
                    latency.mean(),
                    latency.halfWidth(),
                    latency.p50(),
                    latency.p99(),
                    latency.most(),
                    latency.cell().paperSeconds().orElse(Double.NaN));
        }
        return rows;
    }

    private static Value millis(double seconds) {
        return Value.of(1000 * seconds, 1);
    }
}
