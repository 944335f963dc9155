package io.github.restartoracle.benchmarks.papers.conditional;

import io.github.restartoracle.benchmarks.lab.report.Figure;
import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import io.github.restartoracle.benchmarks.papers.conditional.Condition.Mean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The report on the classes and the cross-check. */
final class ConditionalReport {
    private static final int DENSITY_BINS = 24;

    private final List<Transaction> traffic;
    private final List<Mean> trafficMeans;
    private final List<Mean> logMeans;
    private final List<CrossCheck> checks;

    ConditionalReport(
            List<Transaction> traffic, List<Mean> trafficMeans, List<Mean> logMeans, List<CrossCheck> checks) {
        this.traffic = List.copyOf(traffic);
        this.trafficMeans = List.copyOf(trafficMeans);
        this.logMeans = List.copyOf(logMeans);
        this.checks = List.copyOf(checks);
    }

    SuiteResult result(int logs) {
        List<ReportSection> sections = List.of(simulated(), classes(), crossCheck());
        List<Mean> means = new ArrayList<>(trafficMeans);
        means.addAll(logMeans);
        return SuiteResultBuilder.builder()
                .report(new Report(verdict(logs), findings(), sections))
                .rows(Row.all(Mean.COLUMNS, means))
                .printed(PrintedItem.of("conditional throughput", printed()))
                .build();
    }

    private String verdict(int logs) {
        return String.format(
                Locale.ROOT,
                "Of %d classes of simulated transactions %d, and of %d classes in %d logs %d have means that are significant"
                        + " (99 %% interval within 10 %%). The simulated TCP over the latency model: %s.",
                trafficMeans.size(),
                accepted(trafficMeans),
                logMeans.size(),
                logs,
                accepted(logMeans),
                CrossCheck.KERNELS.stream()
                        .map(kernel -> String.format(
                                Locale.ROOT,
                                "%.2f to %.2f (%s)",
                                ratios(kernel).min().orElse(Double.NaN),
                                ratios(kernel).max().orElse(Double.NaN),
                                kernel))
                        .collect(Collectors.joining(", ")));
    }

    private static long accepted(List<Mean> means) {
        return means.stream().filter(Mean::accepted).count();
    }

    private DoubleStream ratios(Kernel tcp) {
        return checks.stream().filter(check -> check.tcp() == tcp).mapToDouble(CrossCheck::ratio);
    }

    private static List<String> findings() {
        return List.of(
                "The filter finds what is too noisy, not what is biased: the paper's peaks at 49 and 158 segments, one"
                        + " popular page each, passed it.",
                "The model takes all packets of a round after the first lost one to be lost with it; the simulation loses"
                        + " each packet by itself.");
    }

    /** Returns the means of the traffic by length, for one link and one TCP. */
    private List<Point> throughput(String log) {
        return trafficMeans.stream()
                .filter(mean -> mean.condition().log().equals(log) && mean.accepted())
                .filter(mean -> mean.condition().rttMillis() != Condition.UNKNOWN)
                .map(mean -> new Point(
                        mean.condition().segments(),
                        mean.throughput().mean() / 1e6,
                        0,
                        mean.throughput().halfWidth() / 1e6,
                        mean.throughput().count() + " transactions"))
                .toList();
    }

    private ReportSection simulated() {
        List<Series> bySack = new ArrayList<>();
        List<Series> byRtt = new ArrayList<>();
        for (Kernel kernel : Traffic.KERNELS) {
            bySack.add(new Series(
                    kernel.toString(),
                    bySack.size(),
                    Form.LINE,
                    throughput(Traffic.log(kernel, Traffic.RTT_MILLIS.get(0)))));
        }
        for (int rtt : Traffic.RTT_MILLIS) {
            byRtt.add(new Series(
                    rtt + " ms", byRtt.size(), Form.LINE, throughput(Traffic.log(Kernel.STANDARDS_WITH_SACK, rtt))));
        }
        return new ReportSection(
                "Simulated transactions (Figures 3 to 7)",
                List.of(
                        "The paper's transactions were seen at the edge of a university and are not public. In their place"
                                + " users of the web (SURGE) are simulated over links of four round trips, with and without"
                                + " selective acknowledgements, at 1 % loss: enough for classes by round trip and length.",
                        "The round trip of a transaction is that of its handshake, not known where a SYN was repeated; classes"
                                + " whose mean is not significant are left out."),
                List.of(),
                List.of(
                        density(
                                "length-density",
                                "Length of the answers (Figure 3)",
                                "segments",
                                transaction -> transaction.segments()),
                        density(
                                "rtt-density",
                                "Round-trip time (Figure 4)",
                                "round-trip time (s)",
                                Transaction::rttSeconds),
                        density(
                                "throughput-density",
                                "Throughput (Figure 5)",
                                "throughput (Mbit/s)",
                                transaction -> transaction.throughput() / 1e6),
                        Figure.of(
                                "throughput-by-sack",
                                "Throughput by length, with and without SACK (Figure 6)",
                                "Round trips of 10 to 20 ms; bars: 99 % intervals.",
                                Axis.fromZero("segments"),
                                Axis.fromZero("throughput (Mbit/s)"),
                                bySack),
                        Figure.of(
                                "throughput-by-rtt",
                                "Throughput by length and round trip (Figure 7)",
                                "With selective acknowledgements; bars: 99 % intervals.",
                                Axis.fromZero("segments"),
                                Axis.fromZero("throughput (Mbit/s)"),
                                byRtt)));
    }

    private Figure density(String name, String title, String axis, ToDoubleFunction<Transaction> value) {
        double[] values = traffic.stream()
                .mapToDouble(value)
                .filter(each -> each > 0 && Double.isFinite(each))
                .toArray();
        double least = Math.log(Arrays.stream(values).min().orElse(1));
        double most = Math.log(Arrays.stream(values).max().orElse(2));
        double width = Math.max(1e-9, (most - least) / DENSITY_BINS);
        int[] counts = new int[DENSITY_BINS];
        for (double each : values) {
            counts[(int) Math.min(DENSITY_BINS - 1.0, (Math.log(each) - least) / width)]++;
        }
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < DENSITY_BINS; i++) {
            points.add(Point.of(StrictMath.exp(least + (i + 0.5) * width), (double) counts[i] / values.length));
        }
        return Figure.of(
                name,
                title,
                "Share of all transactions in " + DENSITY_BINS + " bins of equal width on the logarithmic axis.",
                Axis.logarithmic(axis),
                Axis.fromZero("share"),
                List.of(new Series("all", 0, Form.STEPS, points)));
    }

    private ReportSection classes() {
        return new ReportSection(
                "Classes of transactions in logs",
                List.of(
                        "Classes are of one log each: its path in steps of 10 ms of round-trip time, the length in segments,"
                                + " the attempts, and whether the flow was single, where the log has the sizes of segments.",
                        "A journal of messages has no round trips: in their place stands the last exact transit, dispatch to"
                                + " arrival of a message sent once, before the message was due.",
                        "Messages that share an outage are not independent, which the interval takes them to be."),
                List.of(table("Significant", true), table("Rejected: the 99 % interval is wider than 10 %", false)),
                List.of());
    }

    private Table table(String caption, boolean accepted) {
        return Table.of(
                caption,
                Mean.COLUMNS,
                logMeans.stream().filter(mean -> mean.accepted() == accepted).toList(),
                "");
    }

    private ReportSection crossCheck() {
        List<Figure> figures = new ArrayList<>();
        CrossCheck.KERNELS.forEach(kernel -> figures.add(figure(kernel)));
        return new ReportSection(
                "The simulated TCP against the latency model (Figure 8)",
                List.of("Set-up, request and response over a link whose only properties are delay and loss."),
                List.of(Table.of("Transactions over a round trip of 15 ms", CrossCheck.COLUMNS, checks, "")),
                figures);
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
                "throughput-by-length-"
                        + tcp.toString().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"),
                "Throughput by length, TCP: " + tcp,
                "Points: simulated; broken lines: model. Without loss the model is the paper's MAX curve.",
                Axis.fromZero("segments"),
                Axis.fromZero("throughput (Mbit/s)"),
                series);
    }

    private static Point point(int segments, double seconds) {
        return Point.of(segments, CrossCheck.throughput(segments, seconds) / 1e6);
    }

    private List<PrintedItem> printed() {
        String population = "the transactions were seen at one university in 2001 and 2002 and are not public; the same"
                + " figure of simulated ones is in the report";
        List<PrintedItem> items = new ArrayList<>();
        items.add(PrintedItem.missing("Figure 3: density of lengths", "linear in log-log scale", population));
        items.add(PrintedItem.missing(
                "Figure 4: density of round trips", "peaks below 40, at 100 to 160 and 180 to 220 ms", population));
        items.add(PrintedItem.missing(
                "Figure 5: density of throughput", "70 % below 100 kbit/s, at most 5 and 8 Mbit/s", population));
        double gain = meanRatio(
                Traffic.log(Kernel.STANDARDS_WITH_SACK, Traffic.RTT_MILLIS.get(0)),
                Traffic.log(Kernel.OF_STANDARDS, Traffic.RTT_MILLIS.get(0)));
        items.add(PrintedItem.of(
                "Figure 6: SACK",
                "higher throughput, not astonishingly",
                String.format(Locale.ROOT, "%.2f times in the mean over lengths", gain),
                gain > 1 && gain < 1.5));
        double rtt = meanRatio(
                Traffic.log(Kernel.STANDARDS_WITH_SACK, Traffic.RTT_MILLIS.get(0)),
                Traffic.log(Kernel.STANDARDS_WITH_SACK, Traffic.RTT_MILLIS.get(2)));
        items.add(PrintedItem.of(
                "Figure 7: round trip",
                "a huge impact on throughput",
                String.format(Locale.ROOT, "%.1f times as fast at 15 as at 105 ms", rtt),
                rtt > 2));
        double growth = value(Kernel.OF_STANDARDS, 1.0, 20) / value(Kernel.OF_STANDARDS, 1.0, 2);
        double later = value(Kernel.OF_STANDARDS, 1.0, 200) / value(Kernel.OF_STANDARDS, 1.0, 20);
        items.add(PrintedItem.of(
                "Figure 8: growth with length",
                "up to about 10 segments, hardly beyond",
                String.format(
                        Locale.ROOT, "%.1f times from 2 to 20 segments, %.1f times from 20 to 200", growth, later),
                growth > later));
        items.add(PrintedItem.of(
                "Figure 8: CSA model",
                "a good match below 20 segments, overestimates throughput beyond",
                below20() + ", beyond " + beyond20(),
                within(20, 0, 0.25)));
        items.add(PrintedItem.missing(
                "Figure 9: out-of-sequence probability",
                "nearly constant over the length",
                "the probability of loss is an input of a simulation, not a result"));
        items.add(PrintedItem.missing(
                "peaks at 49 and 158 segments",
                "one popular page each",
                "a property of two servers of 2001 and 2002; a warning that the filter does not see bias"));
        items.add(PrintedItem.missing(
                "share of connections with SACK", "13 % and 50 %", "a property of the hosts of 2001 and 2002"));
        return items;
    }

    private double value(Kernel kernel, double loss, int segments) {
        return checks.stream()
                .filter(check -> check.tcp() == kernel && check.lossPercent() == loss && check.segments() == segments)
                .mapToDouble(check ->
                        CrossCheck.throughput(segments, check.simulated().mean()))
                .findFirst()
                .orElse(Double.NaN);
    }

    private String below20() {
        return range(check -> check.segments() < 20);
    }

    private String beyond20() {
        return range(check -> check.segments() > 20);
    }

    private DoubleStream ours(Predicate<CrossCheck> which) {
        return checks.stream()
                .filter(check -> check.tcp() == Kernel.OF_STANDARDS && check.lossPercent() <= 2 && which.test(check))
                .mapToDouble(CrossCheck::ratio);
    }

    private String range(Predicate<CrossCheck> which) {
        return String.format(
                Locale.ROOT,
                "time %.2f to %.2f of the model's",
                ours(which).min().orElse(Double.NaN),
                ours(which).max().orElse(Double.NaN));
    }

    private boolean within(int below, int atLeast, double share) {
        return ours(check -> check.segments() < below && check.segments() >= atLeast)
                .allMatch(ratio -> Math.abs(ratio - 1) <= share);
    }

    /** Returns the mean ratio of two logs over the lengths of which both have a significant mean. */
    private double meanRatio(String one, String other) {
        Map<Double, Double> others = new HashMap<>();
        throughput(other).forEach(point -> others.put(point.x(), point.y()));
        return throughput(one).stream()
                .filter(point -> others.containsKey(point.x()))
                .mapToDouble(point -> point.y() / others.getOrDefault(point.x(), Double.NaN))
                .average()
                .orElse(Double.NaN);
    }
}
