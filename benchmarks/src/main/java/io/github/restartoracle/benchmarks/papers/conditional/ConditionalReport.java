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
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The report on the classes and the cross-check. */
final class ConditionalReport {
    private static final int DENSITY_BINS = 24;

    private final List<Transaction> traffic;
    private final List<Mean> trafficMeans;
    private final List<Mean> logMeans;
    private final List<CrossCheck> checks;

    /**
     * Creates the report.
     *
     * @param traffic simulated
     * @param logged from logs
     * @param checks of the simulated TCP
     */
    ConditionalReport(List<Transaction> traffic, List<Transaction> logged, List<CrossCheck> checks) {
        this.traffic = traffic;
        this.trafficMeans = Condition.means(traffic);
        this.logMeans = Condition.means(logged);
        this.checks = checks;
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
        return ("Of %d classes of simulated transactions %d, and of %d classes in %d logs %d have means that are significant"
                        + " (99 %% interval within 10 %%). The simulated TCP over the latency model: %s.")
                .formatted(
                        trafficMeans.size(),
                        accepted(trafficMeans),
                        logMeans.size(),
                        logs,
                        accepted(logMeans),
                        CrossCheck.KERNELS.stream()
                                .map(kernel -> ratios(check -> check.tcp() == kernel) + " (" + kernel + ")")
                                .collect(Collectors.joining(", ")));
    }

    private static long accepted(List<Mean> means) {
        return means.stream().filter(Mean::accepted).count();
    }

    /** Returns the least and the greatest time of the simulated TCP over that of the model. */
    private String ratios(Predicate<CrossCheck> which) {
        DoubleSummaryStatistics ratios =
                checks.stream().filter(which).mapToDouble(CrossCheck::ratio).summaryStatistics();
        return String.format(Locale.ROOT, "%.2f to %.2f", ratios.getMin(), ratios.getMax());
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
                        mean.throughput().halfWidth().orElse(0) / 1e6,
                        mean.throughput().count() + " transactions"))
                .toList();
    }

    private ReportSection simulated() {
        List<Series> bySack = new ArrayList<>();
        for (Kernel kernel : Traffic.KERNELS) {
            String log = Traffic.log(kernel, Traffic.RTT_MILLIS.get(0));
            bySack.add(new Series(kernel.toString(), bySack.size(), Form.LINE, throughput(log)));
        }
        List<Series> byRtt = new ArrayList<>();
        for (int rtt : Traffic.RTT_MILLIS) {
            String log = Traffic.log(Kernel.STANDARDS_WITH_SACK, rtt);
            byRtt.add(new Series(rtt + " ms", byRtt.size(), Form.LINE, throughput(log)));
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
                                Transaction::segments),
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
                        byLength(
                                "throughput-by-sack",
                                "Throughput by length, with and without SACK (Figure 6)",
                                "Round trips of 10 to 20 ms; bars: 99 % intervals.",
                                bySack),
                        byLength(
                                "throughput-by-rtt",
                                "Throughput by length and round trip (Figure 7)",
                                "With selective acknowledgements; bars: 99 % intervals.",
                                byRtt)));
    }

    private static Figure byLength(String name, String title, String caption, List<Series> series) {
        return Figure.of(name, title, caption, Axis.fromZero("segments"), Axis.fromZero("throughput (Mbit/s)"), series);
    }

    private Figure density(String name, String title, String axis, ToDoubleFunction<Transaction> value) {
        double[] logarithms = traffic.stream()
                .mapToDouble(value)
                .filter(each -> each > 0 && Double.isFinite(each))
                .map(Math::log)
                .toArray();
        double least = Arrays.stream(logarithms).min().orElse(0);
        double most = Arrays.stream(logarithms).max().orElse(1);
        double width = Math.max(1e-9, (most - least) / DENSITY_BINS);
        int[] counts = new int[DENSITY_BINS];
        for (double each : logarithms) {
            counts[(int) Math.min(DENSITY_BINS - 1.0, (each - least) / width)]++;
        }
        List<Point> points = IntStream.range(0, DENSITY_BINS)
                .mapToObj(i ->
                        Point.of(StrictMath.exp(least + (i + 0.5) * width), (double) counts[i] / logarithms.length))
                .toList();
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
                List.of(table("Significant", true), table("Rejected: the 99 % interval is wider than 10 %", false)));
    }

    private Table table(String caption, boolean accepted) {
        List<Mean> means =
                logMeans.stream().filter(mean -> mean.accepted() == accepted).toList();
        return Table.of(caption, Mean.COLUMNS, means, "");
    }

    private ReportSection crossCheck() {
        return new ReportSection(
                "The simulated TCP against the latency model (Figure 8)",
                List.of("Set-up, request and response over a link whose only properties are delay and loss."),
                List.of(Table.of("Transactions over a round trip of 15 ms", CrossCheck.COLUMNS, checks, "")),
                CrossCheck.KERNELS.stream().map(this::figure).toList());
    }

    private Figure figure(Kernel tcp) {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < CrossCheck.LOSSES.size(); i++) {
            double loss = CrossCheck.LOSSES.get(i);
            List<CrossCheck> own = checks.stream()
                    .filter(check -> check.tcp() == tcp && check.lossPercent() == loss)
                    .toList();
            String name = String.format(Locale.ROOT, "%.0f %%", loss);
            series.add(new Series(
                    name + " simulated",
                    i,
                    Form.POINTS,
                    own.stream()
                            .map(check -> point(check, check.simulated().mean()))
                            .toList()));
            series.add(new Series(
                    name + " model",
                    i,
                    Form.DASHED,
                    own.stream().map(check -> point(check, check.model())).toList()));
        }
        return byLength(
                "throughput-by-length-" + Figure.fileName(tcp.toString()),
                "Throughput by length, TCP: " + tcp,
                "Points: simulated; broken lines: model. Without loss the model is the paper's MAX curve.",
                series);
    }

    private static Point point(CrossCheck check, double seconds) {
        return Point.of(check.segments(), CrossCheck.throughput(check.segments(), seconds) / 1e6);
    }

    private List<PrintedItem> printed() {
        String population = "the transactions were seen at one university in 2001 and 2002 and are not public; the same"
                + " figure of simulated ones is in the report";
        double gain = meanRatio(Kernel.STANDARDS_WITH_SACK, 0, Kernel.OF_STANDARDS, 0);
        double rtt = meanRatio(Kernel.STANDARDS_WITH_SACK, 0, Kernel.STANDARDS_WITH_SACK, 2);
        double growth = throughput(20) / throughput(2);
        double later = throughput(200) / throughput(20);
        Predicate<CrossCheck> compared = check -> check.tcp() == Kernel.OF_STANDARDS && check.lossPercent() <= 2;
        return List.of(
                PrintedItem.missing("Figure 3: density of lengths", "linear in log-log scale", population),
                PrintedItem.missing(
                        "Figure 4: density of round trips",
                        "peaks below 40, at 100 to 160 and 180 to 220 ms",
                        population),
                PrintedItem.missing(
                        "Figure 5: density of throughput", "70 % below 100 kbit/s, at most 5 and 8 Mbit/s", population),
                PrintedItem.of(
                        "Figure 6: SACK",
                        "higher throughput, not astonishingly",
                        String.format(Locale.ROOT, "%.2f times in the mean over lengths", gain),
                        gain > 1 && gain < 1.5),
                PrintedItem.of(
                        "Figure 7: round trip",
                        "a huge impact on throughput",
                        String.format(Locale.ROOT, "%.1f times as fast at 15 as at 105 ms", rtt),
                        rtt > 2),
                PrintedItem.of(
                        "Figure 8: growth with length",
                        "up to about 10 segments, hardly beyond",
                        String.format(
                                Locale.ROOT,
                                "%.1f times from 2 to 20 segments, %.1f times from 20 to 200",
                                growth,
                                later),
                        growth > later),
                PrintedItem.of(
                        "Figure 8: CSA model",
                        "a good match below 20 segments, overestimates throughput beyond",
                        "time " + ratios(compared.and(check -> check.segments() < 20)) + " of the model's, beyond time "
                                + ratios(compared.and(check -> check.segments() > 20)) + " of the model's",
                        checks.stream()
                                .filter(compared.and(check -> check.segments() < 20))
                                .allMatch(check -> Math.abs(check.ratio() - 1) <= 0.25)),
                PrintedItem.missing(
                        "Figure 9: out-of-sequence probability",
                        "nearly constant over the length",
                        "the probability of loss is an input of a simulation, not a result"),
                PrintedItem.missing(
                        "peaks at 49 and 158 segments",
                        "one popular page each",
                        "a property of two servers of 2001 and 2002; a warning that the filter does not see bias"),
                PrintedItem.missing(
                        "share of connections with SACK", "13 % and 50 %", "a property of the hosts of 2001 and 2002"));
    }

    /** Returns the simulated throughput by length, at 1 % loss. */
    private double throughput(int segments) {
        return checks.stream()
                .filter(check ->
                        check.tcp() == Kernel.OF_STANDARDS && check.lossPercent() == 1 && check.segments() == segments)
                .mapToDouble(check ->
                        CrossCheck.throughput(segments, check.simulated().mean()))
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Returns the mean ratio of the throughputs over two links, over the lengths of which both have a significant mean. */
    private double meanRatio(Kernel one, int rtt, Kernel other, int otherRtt) {
        Map<Double, Double> others = throughput(Traffic.log(other, Traffic.RTT_MILLIS.get(otherRtt))).stream()
                .collect(Collectors.toMap(Point::x, Point::y, (former, later) -> later));
        return throughput(Traffic.log(one, Traffic.RTT_MILLIS.get(rtt))).stream()
                .filter(point -> others.containsKey(point.x()))
                .mapToDouble(point -> point.y() / others.getOrDefault(point.x(), Double.NaN))
                .average()
                .orElse(Double.NaN);
    }
}
