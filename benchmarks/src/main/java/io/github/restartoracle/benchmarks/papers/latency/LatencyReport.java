package io.github.restartoracle.benchmarks.papers.latency;

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
import java.util.Locale;
import java.util.stream.Collectors;

/** The report on the response times. */
final class LatencyReport {
    private static final double NEAR = 0.1;
    private static final double ROUNDING = 0.001;
    private static final int SMALL = LatencyCell.PAYLOADS.get(0);
    private static final int LARGE = LatencyCell.PAYLOADS.get(2);

    private final List<Latency> latencies;
    private final List<String> sources;
    private final String then;

    /**
     * Creates the report.
     *
     * @param latencies of all sources
     * @param then the source that stands for the blog's machines
     */
    LatencyReport(List<Latency> latencies, String then) {
        this.latencies = latencies;
        this.sources = latencies.stream().map(Latency::source).distinct().toList();
        this.then = then;
    }

    SuiteResult result(Links links) {
        return SuiteResultBuilder.builder()
                .report(new Report(verdict(), findings(), List.of(section(false), section(true))))
                .rows(Row.all(Latency.COLUMNS, latencies))
                .faults(links.faults())
                .defects(links.defects())
                .printed(PrintedItem.of("packet loss and latency", printed()))
                .build();
    }

    private String verdict() {
        return sources.stream()
                .map(source -> {
                    long near = printedCells(source).stream()
                            .filter(LatencyReport::near)
                            .count();
                    return near + " (" + source + ")";
                })
                .collect(Collectors.joining(
                        ", ",
                        "Of " + printedCells(then).size() + " means that the blog prints, within 10 % or 1 ms of it: ",
                        "."));
    }

    private List<Latency> printedCells(String source) {
        return latencies.stream()
                .filter(latency -> latency.source().equals(source)
                        && latency.cell().paperSeconds().isPresent())
                .toList();
    }

    private static boolean near(Latency latency) {
        double printed = latency.printed();
        return Math.abs(latency.mean() - printed) <= Math.max(ROUNDING, NEAR * printed);
    }

    private List<PrintedItem> printed() {
        List<PrintedItem> items = new ArrayList<>();
        for (Latency latency : printedCells(then)) {
            LatencyCell cell = latency.cell();
            PrintedItem item = PrintedItem.of(
                    String.format(Locale.ROOT, "%d bytes, %.0f %% loss", cell.payloadBytes(), cell.lossPercent()),
                    String.format(Locale.ROOT, "%.0f ms", 1000 * latency.printed()),
                    String.format(Locale.ROOT, "%.1f ±%.1f ms", 1000 * latency.mean(), 1000 * latency.halfWidth()),
                    near(latency));
            items.add(near(latency) ? item : item.because(cause(latency)));
        }
        double little = mean(then, SMALL, 0.1) - mean(then, SMALL, 0.0);
        items.add(PrintedItem.of(
                "0.1 % loss, 996 bytes",
                "no significant difference from no loss",
                String.format(Locale.ROOT, "%+.1f ms", 1000 * little),
                Math.abs(little) <= ROUNDING));
        items.add(growthItem("small", SMALL, 33));
        items.add(growthItem("large", LARGE, 11));
        double longest = printedCells(then).stream()
                .filter(latency -> latency.cell().lossPercent() > 0)
                .mapToDouble(Latency::most)
                .min()
                .orElse(Double.NaN);
        items.add(PrintedItem.of(
                "the longest requests with loss",
                "well into seconds",
                String.format(Locale.ROOT, "%.1f s at least", longest),
                longest >= 1));
        items.add(PrintedItem.missing(
                "charts of single requests", "capped at 100 ms", "the data behind the charts are not printed"));
        return items;
    }

    /** Returns the other directions of loss with which a cell has the printed mean. */
    private String cause(Latency off) {
        String causes = latencies.stream()
                .filter(other -> other.source().startsWith(then + ", loss ")
                        && other.cell().equals(off.cell())
                        && near(other))
                .map(other -> other.source().substring(then.length() + 2))
                .collect(Collectors.joining(", "));
        return causes.isEmpty() ? PrintedItem.NOT_EXPLAINED : "agrees with " + causes;
    }

    private PrintedItem growthItem(String name, int payload, int percent) {
        double growth = growth(then, payload);
        return PrintedItem.of(
                "from 1 % to 2 % loss, " + name + " file",
                "+" + percent + " %",
                String.format(Locale.ROOT, "%+.0f %%", growth),
                Math.abs(growth - percent) <= 100 * NEAR);
    }

    private List<String> findings() {
        return List.of(
                sources.stream()
                        .map(source -> String.format(
                                Locale.ROOT,
                                "%s %+.0f %% and %+.0f %%",
                                source,
                                growth(source, SMALL),
                                growth(source, LARGE)))
                        .collect(Collectors.joining(
                                "; ",
                                "From 1 % to 2 % loss the blog's small file got 35 % slower and its large one 12 %; here: ",
                                ".")),
                "A closed loop counts a request from when it was sent, which is after the one before; an open loop counts"
                        + " from when it was due, every " + LatencySuite.INTERVAL.toMillis() + " ms.");
    }

    /** Returns the growth of the mean from 1 % to 2 % loss, percent. */
    private double growth(String source, int payload) {
        return 100 * (mean(source, payload, 2.0) / mean(source, payload, 1.0) - 1);
    }

    /** Returns the mean of a closed loop. */
    private double mean(String source, int payload, double loss) {
        LatencyCell cell = new LatencyCell(payload, loss, false);
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
        Table table = Table.of(
                "Response times from when requests were " + (open ? "due" : "sent"),
                Latency.COLUMNS,
                own,
                "At 0.1 % the blog saw no significant difference from 0 %.");
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
                        "Loss takes packets from server to client where the source does not say otherwise; the blog does"
                                + " not say which it took, so that the other directions are simulated too."),
                List.of(table),
                LatencyCell.PAYLOADS.stream()
                        .map(payload -> figure(payload, open ? "open" : "closed", own))
                        .toList());
    }

    private Figure figure(int payload, String loop, List<Latency> own) {
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
        List<Point> printed = LatencyCell.of(payload).stream()
                .filter(cell -> cell.loop().equals(loop) && cell.paperSeconds().isPresent())
                .map(cell ->
                        Point.of(cell.lossPercent(), 1000 * cell.paperSeconds().getAsDouble()))
                .toList();
        series.add(new Series("blog", series.size(), Form.HOLLOW, printed));
        return Figure.of(
                "latency-" + payload + "-" + loop,
                payload + " bytes, " + loop + " loop",
                "Mean response time over the rate of loss; bars: 95 % interval over requests.",
                Axis.fromZero("packet loss (%)"),
                Axis.fromZero("mean response time (ms)"),
                series);
    }
}
