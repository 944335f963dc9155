package io.github.restartoracle.benchmarks.papers.users;

import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
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
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The report on the performances. */
final class UsersReport {
    private static final String SIMULATION = "simulation, " + Kernel.TODAY;
    private static final String TESTBED = "testbed, " + Kernel.TODAY;

    private final List<Performance> performances;

    UsersReport(List<Performance> performances) {
        this.performances = List.copyOf(performances);
    }

    SuiteResult result(List<FaultEvidence> faults, List<String> defects) {
        ReportSection section = new ReportSection(
                "Response time and throughput by number of users (Figures 4 and 5)",
                List.of(
                        "Users think, ask and wait, each for itself: pauses and sizes are SURGE's, and the same in both"
                                + " environments. A connection per request, a thread per connection, one bottleneck of"
                                + " 10 Mbit/s with room for " + UsersPlan.QUEUE_BYTES / 1000
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
                .faults(faults)
                .defects(defects)
                .printed(PrintedItem.of("simulated and hosted", printed()))
                .build();
    }

    private List<PrintedItem> printed() {
        List<PrintedItem> items = new ArrayList<>();
        items.add(PrintedItem.missing(
                "Figure 3: arrival rate at the bottleneck",
                "measured above simulated for 80 to 300 users, below from there on",
                "no numbers are printed, and packets at the input of the bottleneck are not counted on the testbed"));
        String figure4 = "Figure 4: response time";
        String claim4 = "equal up to 300 users, hosted slower beyond";
        String figure5 = "Figure 5: throughput";
        String claim5 = "equal for medium packets, hosted lower for large ones";
        List<Performance> real = of(TESTBED);
        if (real.isEmpty()) {
            String why = "needs both environments: -Pfault-injection -Dsuite=simulated-vs-actual";
            items.add(PrintedItem.missing(figure4, claim4, why));
            items.add(PrintedItem.missing(figure5, claim5, why));
            return items;
        }
        boolean equal = real.stream()
                .filter(performance -> performance.users() <= 300)
                .allMatch(performance -> Math.abs(ratio(performance, Performance::response) - 1) <= 0.1);
        boolean slower = real.stream()
                .filter(performance -> performance.users() > 300)
                .allMatch(performance -> ratio(performance, Performance::response) < 1);
        items.add(PrintedItem.of(figure4, claim4, range(Performance::response), equal && slower));
        boolean same =
                real.stream().allMatch(performance -> Math.abs(ratio(performance, Performance::throughput) - 1) <= 0.1);
        items.add(PrintedItem.of(figure5, claim5, range(Performance::throughput), same));
        return items;
    }

    private String range(ToDoubleFunction<Performance> value) {
        return String.format(Locale.ROOT, "simulated %.2f to %.2f times the hosted", least(value), most(value));
    }

    String verdict() {
        List<Performance> real = of(TESTBED);
        if (real.isEmpty()) {
            return "Simulated only: run it with the testbed to learn the ratio.";
        }
        return String.format(
                Locale.ROOT,
                "Over %d to %d users the simulated response time is %.2f to %.2f times the real one, the throughput %.2f"
                        + " to %.2f times; the paper finds both equal up to 300 users, and hosts slower beyond.",
                real.get(0).users(),
                real.get(real.size() - 1).users(),
                least(Performance::response),
                most(Performance::response),
                least(Performance::throughput),
                most(Performance::throughput));
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        findings.add("The paper prints no numbers: its figures are compared in shape alone.");
        int failed = of(TESTBED).stream().mapToInt(Performance::failed).sum();
        if (failed > 0) {
            findings.add(
                    failed + " exchanges on the real link had no answer within 130 s. They are left out of the means,"
                            + " which are too low where this happened, and their users asked for nothing else meanwhile.");
        }
        return findings;
    }

    private double least(ToDoubleFunction<Performance> value) {
        return of(TESTBED).stream()
                .mapToDouble(real -> ratio(real, value))
                .min()
                .orElse(Double.NaN);
    }

    private double most(ToDoubleFunction<Performance> value) {
        return of(TESTBED).stream()
                .mapToDouble(real -> ratio(real, value))
                .max()
                .orElse(Double.NaN);
    }

    /** Returns the ratio of the simulated to the real value. */
    double ratio(Performance real, ToDoubleFunction<Performance> value) {
        return find(SIMULATION, real.users())
                .map(simulated -> value.applyAsDouble(simulated) / value.applyAsDouble(real))
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
        String shorter = "95 % are shorter";
        String rate = "answers per second";
        String alone = "answers alone, without headers";
        return Table.of(
                "Simulated and actual",
                List.of(
                        Column.text("users", "users", Performance::users),
                        number("response, ms", "simulated", 0, "mean, ms", millis(Performance::response)),
                        number("response, ms", "actual", 0, "mean, ms", actual(millis(Performance::response))),
                        ratio("response, ms", Performance::response),
                        number("p95, ms", "simulated", 0, shorter, millis(Performance::p95)),
                        number("p95, ms", "actual", 0, shorter, actual(millis(Performance::p95))),
                        number("throughput, 1/s", "simulated", 1, rate, Performance::throughput),
                        number("throughput, 1/s", "actual", 1, rate, actual(Performance::throughput)),
                        ratio("throughput, 1/s", Performance::throughput),
                        number("Mbit/s", "simulated", 2, alone, one -> one.bitRate() / 1e6),
                        number("Mbit/s", "actual", 2, alone, actual(one -> one.bitRate() / 1e6)),
                        number("", "n", 0, "exchanges on the real link", actual(Performance::exchanges)),
                        number("", "failed", 0, "on the real link", actual(Performance::failed))),
                of(SIMULATION),
                "Actual values are of one run: there is no interval over runs. results.csv has that over exchanges.");
    }

    private static Column<Performance> number(
            String group, String header, int decimals, String hint, ToDoubleFunction<Performance> value) {
        return Column.<Performance>number(group + header, header, decimals, value::applyAsDouble)
                .withGroup(group)
                .withHint(hint);
    }

    private Column<Performance> ratio(String group, ToDoubleFunction<Performance> value) {
        return number(group, "ratio", 2, "simulated over actual", actual(real -> ratio(real, value)));
    }

    private static ToDoubleFunction<Performance> millis(ToDoubleFunction<Performance> seconds) {
        return performance -> 1000 * seconds.applyAsDouble(performance);
    }

    /** Returns the value of as many users on the real link; NaN without it. */
    private ToDoubleFunction<Performance> actual(ToDoubleFunction<Performance> value) {
        return simulated -> find(TESTBED, simulated.users()).stream()
                .mapToDouble(value)
                .findFirst()
                .orElse(Double.NaN);
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
