package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.PaperCell;
import io.github.restartoracle.benchmarks.lab.results.RunPoint;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.studies.oracles.Experiments.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that "The Fast and the Fair" prints or claims, compared with simulations with its timers at its size. */
final class PrintedResults {
    private static final Set<String> STATIC = Set.of("fixed", "exponential-backoff");

    private final List<ScenarioResult> results;
    private final Experiments experiments;
    private final List<PrintedItem> items = new ArrayList<>();

    PrintedResults(List<ScenarioResult> results, Experiments experiments) {
        this.results = results;
        this.experiments = experiments;
    }

    /** Returns the items of the tables and of those scenarios that were simulated. */
    List<PrintedItem> items() {
        for (PaperCell cell : PaperCell.ALL) {
            scenario(cell.transport(), cell.scenario())
                    .flatMap(result -> result.cell(cell.oracle()))
                    .ifPresent(ours -> items.add(table(cell, ours)));
        }
        scenario(Transport.HTTP, "disruption-60s").ifPresent(this::http60);
        scenario(Transport.HTTP, "loss-2pct").ifPresent(this::loss2);
        scenario(Transport.HTTP, "loss-10pct").ifPresent(this::loss10);
        scenario(Transport.MAIL, "disruption-60s").ifPresent(result -> {
            mail60(result);
            items.addAll(new SawTooth(result).items());
        });
        return items;
    }

    private Optional<ScenarioResult> scenario(Transport transport, String name) {
        return results.stream()
                .filter(result -> result.scenario().transport() == transport
                        && result.scenario().name().equals(name))
                .findFirst();
    }

    private void add(String item, String printed, String ours, boolean holds) {
        items.add(PrintedItem.of(item, printed, ours, holds));
    }

    private PrintedItem table(PaperCell printed, Cell ours) {
        String item = "Table " + (printed.transport() == Transport.HTTP ? "II" : "III") + ", " + printed.scenario()
                + ", " + printed.oracle();
        if (printed.ettSeconds().isEmpty()) {
            return PrintedItem.of(
                    item,
                    "no value: every run lost messages",
                    ours.lost() + " messages lost",
                    ours.points().size() <= ours.lost());
        }
        List<String> reasons = new ArrayList<>();
        for (String quantity : PaperCell.QUANTITIES) {
            if (!PaperCell.isWithin(ours, quantity)) {
                String name = quantity.equals(CellColumns.ETT) ? "ETT " : "URC ";
                reasons.add(name + experiments.cause(new Item(ours.row().cell(), quantity)));
            }
        }
        return PrintedItem.of(
                        item,
                        text(
                                "ETT %.2f ±%.2f, URC %.2f ±%.2f",
                                printed.ettSeconds().getAsDouble(),
                                printed.ettCi95Seconds().orElse(0),
                                printed.urc().orElse(0),
                                printed.urcCi95().orElse(0)),
                        text(
                                "ETT %.3f ±%.3f, URC %.3f ±%.3f",
                                ours.ett(),
                                ours.row().optional(CellColumns.ETT_CI).orElse(0),
                                ours.urc(),
                                ours.row().optional(CellColumns.URC_CI).orElse(0)),
                        reasons.isEmpty())
                .because(String.join("; ", reasons));
    }

    private static String text(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    private static Cell cell(ScenarioResult result, String oracle) {
        return result.cell(oracle).orElseThrow();
    }

    private static List<Cell> cells(ScenarioResult result, Predicate<String> oracles) {
        return result.cells().stream()
                .filter(cell -> oracles.test(cell.oracle()))
                .toList();
    }

    private static double max(Cell cell) {
        return cell.number(CellColumns.ETT_MAX);
    }

    private static String values(List<Cell> cells, ToDoubleFunction<Cell> value, String pattern) {
        return cells.stream()
                .map(cell -> cell.oracle() + " " + text(pattern, value.applyAsDouble(cell)))
                .collect(Collectors.joining(", "));
    }

    private void http60(ScenarioResult result) {
        Cell none = cell(result, "none");
        Cell fixed = cell(result, "fixed");
        Cell exponential = cell(result, "exponential-backoff");
        List<Cell> adaptive = List.of(cell(result, "jacobson-karn"), cell(result, "qest"));
        List<Cell> restarting =
                Stream.concat(Stream.of(fixed, exponential), adaptive.stream()).toList();
        Scenario scenario = result.scenario();
        int first = (int) scenario.outages().list().get(0).from().dividedBy(scenario.interval());
        double first16 = fixed.urcByMessage().get(first);
        double first5 = exponential.urcByMessage().get(first);
        add(
                "Figure 3, HTTP, 60 s: restarting",
                "every oracle is faster and less fair than none",
                values(result.cells(), Cell::ett, "%.2f s"),
                restarting.stream().allMatch(cell -> cell.ett() < none.ett() && cell.urc() > none.urc()));
        add(
                "Figure 3: adaptive oracles",
                "fairer and slower than the static ones",
                values(result.cells(), Cell::urc, "%.3f"),
                adaptive.stream()
                        .allMatch(cell -> cell.urc() < Math.min(fixed.urc(), exponential.urc())
                                && cell.ett() > Math.max(fixed.ett(), exponential.ett())));
        add(
                "Figure 3: exponential backoff",
                "best in both dimensions",
                text(
                        "ETT %.2f against %.2f s of fixed, URC %.3f against %.3f",
                        exponential.ett(), fixed.ett(), exponential.urc(), fixed.urc()),
                exponential.ett() < fixed.ett() && exponential.urc() < fixed.urc());
        add("Figure 4: longest ETT without restart", "93 s", text("%.1f s", max(none)), Math.abs(max(none) - 93) <= 1);
        add(
                "Figure 4: longest ETT of any oracle",
                "slightly above 60 s at most",
                values(result.cells(), PrintedResults::max, "%.1f s"),
                restarting.stream().allMatch(cell -> max(cell) <= 62));
        add(
                "Figure 4: first message of the disruption, fixed",
                "16 transmissions, URC 15",
                text("URC %.0f", first16),
                Math.round(first16) == 15);
        add(
                "Figure 4: first message of the disruption, exponential backoff",
                "5 transmissions, URC 4",
                text("URC %.0f", first5),
                Math.round(first5) == 4);
    }

    private void loss2(ScenarioResult result) {
        correlation(result, "Figure 5: runs of higher URC", "have a higher ETT", 1);
        add(
                "2 % loss",
                "static oracles are much fairer than adaptive ones",
                values(result.cells(), Cell::urc, "%.3f"),
                cells(result, STATIC::contains).stream()
                        .allMatch(cell ->
                                cell.urc() < cell(result, "jacobson-karn").urc()
                                        && cell.urc() < cell(result, "qest").urc()));
    }

    private void loss10(ScenarioResult result) {
        correlation(result, "Figure 6: runs of higher URC", "have a lower ETT", -1);
        Cell qest = cell(result, "qest");
        add(
                "10 % loss",
                "QEST is the fastest and the least fair",
                values(result.cells(), Cell::ett, "%.3f s") + "; URC " + values(result.cells(), Cell::urc, "%.3f"),
                restarting(result).stream().allMatch(cell -> qest.ett() <= cell.ett() && qest.urc() >= cell.urc()));
    }

    private static List<Cell> restarting(ScenarioResult result) {
        return cells(result, oracle -> !oracle.equals("none"));
    }

    /** Checks the sign of the correlation of ETT and URC over the runs of each oracle that restarts. */
    private void correlation(ScenarioResult result, String item, String printed, int sign) {
        List<Cell> oracles = restarting(result);
        add(
                item,
                printed,
                "correlation " + values(oracles, PrintedResults::correlation, "%+.2f"),
                oracles.stream()
                        .mapToDouble(PrintedResults::correlation)
                        .filter(Double::isFinite)
                        .allMatch(correlation -> correlation * sign > 0));
    }

    private static double correlation(Cell cell) {
        List<RunPoint> runs = cell.points();
        double ett = runs.stream().mapToDouble(RunPoint::ettSeconds).average().orElse(0);
        double urc = runs.stream().mapToDouble(RunPoint::urc).average().orElse(0);
        double both = 0;
        double ettSquares = 0;
        double urcSquares = 0;
        for (RunPoint run : runs) {
            both += (run.ettSeconds() - ett) * (run.urc() - urc);
            ettSquares += (run.ettSeconds() - ett) * (run.ettSeconds() - ett);
            urcSquares += (run.urc() - urc) * (run.urc() - urc);
        }
        return both / Math.sqrt(ettSquares * urcSquares);
    }

    private void mail60(ScenarioResult result) {
        Cell none = cell(result, "none");
        Cell qest = cell(result, "qest");
        Cell jacobson = cell(result, "jacobson-karn");
        add(
                "Figure 7, mail, 60 s: QEST",
                "best; the static oracles are less fair, but not faster",
                values(result.cells(), Cell::ett, "%.2f s") + "; URC " + values(result.cells(), Cell::urc, "%.3f"),
                cells(result, STATIC::contains).stream()
                        .allMatch(cell -> cell.urc() > qest.urc() && cell.ett() >= 0.95 * qest.ett()));
        add(
                "Figure 7: Jacobson and Karn",
                "almost identical to no restart",
                text("ETT %.2f against %.2f s, URC %.3f", jacobson.ett(), none.ett(), jacobson.urc()),
                Math.abs(jacobson.ett() / none.ett() - 1) <= 0.1 && jacobson.urc() <= 0.05);
        items.add(PrintedItem.missing(
                "ageing of Sandesha beyond 2500 messages",
                "exponentially growing times",
                "a defect of the paper's software, which is not part of the model"));
    }
}
