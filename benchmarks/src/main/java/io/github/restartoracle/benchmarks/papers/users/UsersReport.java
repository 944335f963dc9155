package io.github.restartoracle.benchmarks.papers.users;

import io.github.restartoracle.benchmarks.lab.report.Figure;
import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.Links;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The report on the performances. */
final class UsersReport {
    private static final String SIMULATION = "simulation, " + Kernel.TODAY;
    private static final String TESTBED = "testbed, " + Kernel.TODAY;

    private final List<Performance> performances;
    private final List<Performance> real;

    UsersReport(List<Performance> performances) {
        this.performances = performances;
        this.real = of(TESTBED);
    }

    SuiteResult result(Links links) {
        ReportSection section = new ReportSection(
                "Response time and throughput by number of users (Figures 4 and 5)",
                List.of(
                        "Users think, ask and wait, each for itself: pauses and sizes are SURGE's, and the same in both"
                                + " environments. A connection per request, a thread per connection, one bottleneck of"
                                + " 10 Mbit/s with room for " + UsersSuite.QUEUE_BYTES / 1000
                                + " kB; the paper's had 4000 packets,"
                                + " a tick of 10 ms, and another server.",
                        "The simulation has no hosts, and a queue that drops packets without telling the sender; the real"
                                + " link's queue is in the server's own machine. Which of these makes the ratios differ from 1"
                                + " has not been tried: where they do, it is not explained."),
                List.of(table()),
                List.of(
                        figure("response", "Response time", "mean response time (s)", Performance::response),
                        figure("throughput", "Throughput", "answers per second", Performance::throughput)));
        return SuiteResultBuilder.builder()
                .report(new Report(verdict(), findings(), List.of(section)))
                .rows(Row.all(Performance.COLUMNS, performances))
                .faults(links.faults())
                .defects(links.defects())
                .printed(PrintedItem.of("simulated and hosted", printed()))
                .build();
    }

    private List<PrintedItem> printed() {
        boolean equal = real.stream()
                .filter(performance -> performance.users() <= 300)
                .allMatch(performance -> isEqual(performance, Performance::response));
        boolean slower = real.stream()
                .filter(performance -> performance.users() > 300)
                .allMatch(performance -> ratio(performance, Performance::response) < 1);
        return List.of(
                PrintedItem.missing(
                        "Figure 3: arrival rate at the bottleneck",
                        "measured above simulated for 80 to 300 users, below from there on",
                        "no numbers are printed, and packets at the input of the bottleneck are not counted on the testbed"),
                compared(
                        "Figure 4: response time",
                        "equal up to 300 users, hosted slower beyond",
                        Performance::response,
                        equal && slower),
                compared(
                        "Figure 5: throughput",
                        "equal for medium packets, hosted lower for large ones",
                        Performance::throughput,
                        real.stream().allMatch(performance -> isEqual(performance, Performance::throughput))));
    }

    private PrintedItem compared(String item, String claim, ToDoubleFunction<Performance> value, boolean holds) {
        return real.isEmpty()
                ? PrintedItem.missing(
                        item, claim, "needs both environments: -Pfault-injection -Dsuite=simulated-vs-actual")
                : PrintedItem.of(item, claim, "simulated " + ratios(value) + " times the hosted", holds);
    }

    private boolean isEqual(Performance performance, ToDoubleFunction<Performance> value) {
        return Math.abs(ratio(performance, value) - 1) <= 0.1;
    }

    private String verdict() {
        if (real.isEmpty()) {
            return "Simulated only: run it with the testbed to learn the ratio.";
        }
        return "Over " + real.get(0).users() + " to "
                + real.get(real.size() - 1).users()
                + " users the simulated response time is " + ratios(Performance::response)
                + " times the real one, the throughput " + ratios(Performance::throughput)
                + " times; the paper finds both equal up to 300 users, and hosts slower beyond.";
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        findings.add("The paper prints no numbers: its figures are compared in shape alone.");
        int failed = real.stream().mapToInt(Performance::failed).sum();
        if (failed > 0) {
            findings.add(
                    failed + " exchanges on the real link had no answer within 130 s. They are left out of the means,"
                            + " which are too low where this happened, and their users asked for nothing else meanwhile.");
        }
        return findings;
    }

    /** Returns the least and the greatest ratio of the simulated to the real value. */
    private String ratios(ToDoubleFunction<Performance> value) {
        DoubleSummaryStatistics ratios =
                real.stream().mapToDouble(each -> ratio(each, value)).summaryStatistics();
        return String.format(Locale.ROOT, "%.2f to %.2f", ratios.getMin(), ratios.getMax());
    }

    /** Returns the ratio of the simulated to the real value. */
    private double ratio(Performance actual, ToDoubleFunction<Performance> value) {
        return find(SIMULATION, actual.users())
                .map(simulated -> value.applyAsDouble(simulated) / value.applyAsDouble(actual))
                .orElse(Double.NaN);
    }

    private Optional<Performance> find(String source, int users) {
        return of(source).stream()
                .filter(performance -> performance.users() == users)
                .findFirst();
    }

    private List<Performance> of(String source) {
        return performances.stream()
                .filter(performance -> performance.source().equals(source))
                .toList();
    }

    private Table table() {
        List<Column<Performance>> columns = new ArrayList<>();
        columns.add(Column.text("users", Performance::users));
        columns.addAll(both("response, ms", 0, "mean, ms", each -> 1000 * each.response()));
        columns.add(ratio("response, ms", Performance::response));
        columns.addAll(both("p95, ms", 0, "95 % are shorter", each -> 1000 * each.p95()));
        columns.addAll(both("throughput, 1/s", 1, "answers per second", Performance::throughput));
        columns.add(ratio("throughput, 1/s", Performance::throughput));
        columns.addAll(both("Mbit/s", 2, "answers alone, without headers", each -> each.bitRate() / 1e6));
        columns.add(Column.number("n", 0, "exchanges on the real link", actual(Performance::exchanges)));
        columns.add(Column.number("failed", 0, "on the real link", actual(Performance::failed)));
        return Table.of(
                "Simulated and actual",
                columns,
                of(SIMULATION),
                "Actual values are of one run: there is no interval over runs. results.csv has that over exchanges.");
    }

    private List<Column<Performance>> both(
            String group, int decimals, String hint, Function<Performance, @Nullable Object> value) {
        return List.of(
                Column.number(group + "|simulated", decimals, hint, value),
                Column.number(group + "|actual", decimals, hint, actual(value)));
    }

    private Column<Performance> ratio(String group, ToDoubleFunction<Performance> value) {
        return Column.number(group + "|ratio", 2, "simulated over actual", actual(each -> ratio(each, value)));
    }

    /** Returns the value of as many users on the real link; null without it. */
    private Function<Performance, @Nullable Object> actual(Function<Performance, @Nullable Object> value) {
        return simulated -> find(TESTBED, simulated.users()).map(value).orElse(null);
    }

    private Figure figure(String name, String title, String unit, ToDoubleFunction<Performance> value) {
        List<Series> series = new ArrayList<>();
        for (String source : List.of(SIMULATION, TESTBED)) {
            List<Point> points = of(source).stream()
                    .filter(performance -> Double.isFinite(value.applyAsDouble(performance)))
                    .map(performance -> Point.of(performance.users(), value.applyAsDouble(performance)))
                    .toList();
            series.add(new Series(source, series.size(), series.isEmpty() ? Form.DASHED : Form.LINE, points));
        }
        return Figure.of(name + "-by-users", title, "", Axis.fromZero("users"), Axis.fromZero(unit), series);
    }
}
