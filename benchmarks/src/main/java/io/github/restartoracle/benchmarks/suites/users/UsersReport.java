package io.github.restartoracle.benchmarks.suites.users;

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
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What the performances say. */
final class UsersReport {
    private final List<Performance> performances;
    private final String simulation;
    private final String testbed;

    UsersReport(List<Performance> performances, String simulation, String testbed) {
        this.performances = List.copyOf(performances);
        this.simulation = simulation;
        this.testbed = testbed;
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
                        "The simulation has no hosts: what client and server themselves take, and compete for, shows in the"
                                + " ratio.",
                        "The queue of the real link is in the server's own machine, whose TCP is told of each segment that"
                                + " finds it full, slows down at once and tries again soon. In the simulation it learns of"
                                + " a loss as it would from a router, by what is not acknowledged. So answers are simulated"
                                + " slower than real where the queue overflows, from about 300 users on."),
                List.of(table()),
                List.of(
                        figure("response", "Response time", "mean response time (s)", Performance::response),
                        figure("throughput", "Throughput", "answers per second", Performance::throughput)));
        return new SuiteResult(new Report(verdict(), findings(), List.of(section)), rows(), faults, defects);
    }

    String verdict() {
        List<Performance> real = of(testbed);
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
        int failed = of(testbed).stream().mapToInt(Performance::failed).sum();
        if (failed > 0) {
            findings.add(
                    failed + " exchanges on the real link had no answer within 130 s. The server's kernel had ended"
                            + " their connections without a word: their segments found the bottleneck's queue full 15 times, half"
                            + " a second apart. They are left out of the means, which are too low where this happened, and their"
                            + " users asked for nothing else meanwhile.");
        }
        return findings;
    }

    private double least(ToDoubleFunction<Performance> value) {
        return of(testbed).stream()
                .mapToDouble(real -> ratio(real, value))
                .min()
                .orElse(Double.NaN);
    }

    private double most(ToDoubleFunction<Performance> value) {
        return of(testbed).stream()
                .mapToDouble(real -> ratio(real, value))
                .max()
                .orElse(Double.NaN);
    }

    /** Simulated over real. */
    double ratio(Performance real, ToDoubleFunction<Performance> value) {
        return find(simulation, real.users())
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
        for (Performance simulated : of(simulation)) {
            Optional<Performance> real = find(testbed, simulated.users());
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
                        Column.text("users"),
                        Column.number("simulated", "mean, ms").in("response, ms"),
                        Column.number("actual", "mean, ms").in("response, ms"),
                        Column.number("ratio", "simulated over actual").in("response, ms"),
                        Column.number("simulated", "95 % are shorter").in("p95, ms"),
                        Column.number("actual", "95 % are shorter").in("p95, ms"),
                        Column.number("simulated", "answers per second").in("throughput, 1/s"),
                        Column.number("actual", "answers per second").in("throughput, 1/s"),
                        Column.number("ratio", "simulated over actual").in("throughput, 1/s"),
                        Column.number("simulated", "answers alone, without headers")
                                .in("Mbit/s"),
                        Column.number("actual", "answers alone, without headers")
                                .in("Mbit/s"),
                        Column.number("n", "exchanges on the real link"),
                        Column.number("failed", "on the real link")),
                rows,
                "Actual values are of one run: there is no interval over runs. results.csv has that over exchanges.");
    }

    private Figure figure(String name, String title, String unit, ToDoubleFunction<Performance> value) {
        List<Series> series = new ArrayList<>();
        for (String source : List.of(simulation, testbed)) {
            List<Point> points = of(source).stream()
                    .filter(performance -> Double.isFinite(value.applyAsDouble(performance)))
                    .map(performance -> Point.of(performance.users(), value.applyAsDouble(performance)))
                    .toList();
            series.add(new Series(source, series.size(), series.isEmpty() ? Form.DASHED : Form.LINE, points));
        }
        return Figure.of(name + "-by-users", title, "", Axis.fromZero("users"), Axis.fromZero(unit), series);
    }

    ResultRows rows() {
        ResultRows rows = ResultRows.of(
                "source,users,exchanges,failed,response_s,response_ci95_s,response_p95_s,throughput_per_s,bit_rate");
        for (Performance performance : performances) {
            rows.add(
                    performance.source(),
                    performance.users(),
                    performance.exchanges(),
                    performance.failed(),
                    performance.response(),
                    performance.halfWidth(),
                    performance.p95(),
                    performance.throughput(),
                    performance.bitRate());
        }
        return rows;
    }

    private static Value millis(double seconds) {
        return Value.of(1000 * seconds, 0);
    }
}
