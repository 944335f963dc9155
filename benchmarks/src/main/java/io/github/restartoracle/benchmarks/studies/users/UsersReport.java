package io.github.restartoracle.benchmarks.studies.users;

import io.github.restartoracle.benchmarks.lab.exchange.Kernel;
import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.report.Figure;
import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Table.Head;
import io.github.restartoracle.benchmarks.lab.results.Table.Value;
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
                .rows(performances.stream()
                        .map(performance -> Row.of(Performance.COLUMNS, performance))
                        .toList())
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
        List<List<Value>> rows = new ArrayList<>();
        for (Performance simulated : of(SIMULATION)) {
            Optional<Performance> real = find(TESTBED, simulated.users());
            rows.add(List.of(
                    Value.of(Integer.toString(simulated.users()), simulated.users()),
                    millis(simulated.response()),
                    real.map(r -> millis(r.response())).orElse(Value.NONE),
                    real.map(r -> Value.of(ratio(r, Performance::response), 2)).orElse(Value.NONE),
                    millis(simulated.p95()),
                    real.map(r -> millis(r.p95())).orElse(Value.NONE),
                    Value.of(simulated.throughput(), 1),
                    real.map(r -> Value.of(r.throughput(), 1)).orElse(Value.NONE),
                    real.map(r -> Value.of(ratio(r, Performance::throughput), 2))
                            .orElse(Value.NONE),
                    Value.of(simulated.bitRate() / 1e6, 2),
                    real.map(r -> Value.of(r.bitRate() / 1e6, 2)).orElse(Value.NONE),
                    real.map(r -> Value.of(r.exchanges(), 0)).orElse(Value.NONE),
                    real.map(r -> Value.of(r.failed(), 0)).orElse(Value.NONE)));
        }
        return new Table(
                "Simulated and actual",
                List.of(
                        Head.text("users"),
                        Head.number("simulated", "mean, ms").in("response, ms"),
                        Head.number("actual", "mean, ms").in("response, ms"),
                        Head.number("ratio", "simulated over actual").in("response, ms"),
                        Head.number("simulated", "95 % are shorter").in("p95, ms"),
                        Head.number("actual", "95 % are shorter").in("p95, ms"),
                        Head.number("simulated", "answers per second").in("throughput, 1/s"),
                        Head.number("actual", "answers per second").in("throughput, 1/s"),
                        Head.number("ratio", "simulated over actual").in("throughput, 1/s"),
                        Head.number("simulated", "answers alone, without headers")
                                .in("Mbit/s"),
                        Head.number("actual", "answers alone, without headers").in("Mbit/s"),
                        Head.number("n", "exchanges on the real link"),
                        Head.number("failed", "on the real link")),
                rows,
                "Actual values are of one run: there is no interval over runs. results.csv has that over exchanges.");
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

    private static Value millis(double seconds) {
        return Value.of(1000 * seconds, 0);
    }
}
