package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.comparison.Experiments;
import io.github.restartoracle.benchmarks.lab.comparison.Experiments.Item;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.PaperAgreement;
import io.github.restartoracle.benchmarks.lab.results.PaperCell;
import io.github.restartoracle.benchmarks.lab.results.PaperTables;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.RunPoint;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Everything that "The Fast and the Fair" prints or claims, compared with simulations with its timers at its size. */
final class PrintedResults {
    private static final String STATIC = "fixed exponential-backoff";

    private final List<ScenarioResult> results;
    private final Experiments experiments;

    PrintedResults(List<ScenarioResult> results, Experiments experiments) {
        this.results = List.copyOf(results);
        this.experiments = experiments;
    }

    /** Returns the items of the tables and of those scenarios that were simulated. */
    List<PrintedItem> items() {
        List<PrintedItem> items = new ArrayList<>();
        for (PaperCell cell : PaperTables.ofDefaults().cells()) {
            scenario(cell.transport(), cell.scenario())
                    .flatMap(result -> result.cell(cell.oracle()))
                    .ifPresent(ours -> items.add(table(cell, ours)));
        }
        scenario(Transport.HTTP, "disruption-60s").ifPresent(result -> items.addAll(http60(result)));
        scenario(Transport.HTTP, "loss-2pct").ifPresent(result -> items.addAll(loss(result, "Figure 5", 1)));
        scenario(Transport.HTTP, "loss-10pct").ifPresent(result -> items.addAll(loss(result, "Figure 6", -1)));
        scenario(Transport.MAIL, "disruption-60s").ifPresent(result -> {
            items.addAll(mail60(result));
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

    private PrintedItem table(PaperCell printed, Cell ours) {
        String item = "Table " + (printed.transport() == Transport.HTTP ? "II" : "III") + ", " + printed.scenario()
                + ", " + printed.oracle();
        Row row = ours.row();
        if (printed.ettSeconds().isEmpty()) {
            return PrintedItem.of(
                    item,
                    "no value: every run lost messages",
                    ours.lost() + " messages lost",
                    ours.points().size() <= ours.lost());
        }
        PaperAgreement agreement = new PaperAgreement(row);
        PrintedItem compared = PrintedItem.of(
                item,
                "ETT %s, URC %s"
                        .formatted(
                                interval(
                                        "%.2f",
                                        printed.ettSeconds().getAsDouble(),
                                        printed.ettCi95Seconds().orElse(0)),
                                interval(
                                        "%.2f",
                                        printed.urc().orElse(0),
                                        printed.urcCi95().orElse(0))),
                "ETT %s, URC %s"
                        .formatted(
                                interval(
                                        "%.3f",
                                        ours.ett(),
                                        row.optional(CellColumns.ETT_CI).orElse(0)),
                                interval(
                                        "%.3f",
                                        ours.urc(),
                                        row.optional(CellColumns.URC_CI).orElse(0))),
                agreement.holds());
        return agreement.holds() ? compared : compared.because(reason(agreement));
    }

    private String reason(PaperAgreement cell) {
        List<String> reasons = new ArrayList<>();
        if (!cell.ettWithin()) {
            reasons.add("ETT " + experiments.cause(Item.of(cell.row(), CellColumns.ETT)));
        }
        if (!cell.urcWithin()) {
            reasons.add("URC " + experiments.cause(Item.of(cell.row(), CellColumns.URC)));
        }
        return String.join("; ", reasons);
    }

    private static String interval(String pattern, double mean, double halfWidth) {
        return String.format(Locale.ROOT, pattern + " ±" + pattern, mean, halfWidth);
    }

    private static Cell cell(ScenarioResult result, String oracle) {
        return result.cell(oracle).orElseThrow();
    }

    private static double max(Cell cell) {
        return cell.row().number(CellColumns.ETT_MAX);
    }

    private static String values(ScenarioResult result, ToDoubleFunction<Cell> value, String pattern) {
        return result.cells().stream()
                .map(cell -> cell.oracle() + " " + String.format(Locale.ROOT, pattern, value.applyAsDouble(cell)))
                .collect(Collectors.joining(", "));
    }

    private static List<PrintedItem> http60(ScenarioResult result) {
        Cell none = cell(result, "none");
        Cell fixed = cell(result, "fixed");
        Cell exponential = cell(result, "exponential-backoff");
        Cell jacobson = cell(result, "jacobson-karn");
        Cell qest = cell(result, "qest");
        List<Cell> restarting = List.of(fixed, exponential, jacobson, qest);
        boolean faster = restarting.stream().allMatch(cell -> cell.ett() < none.ett() && cell.urc() > none.urc());
        boolean adaptive = List.of(jacobson, qest).stream()
                .allMatch(cell -> cell.urc() < Math.min(fixed.urc(), exponential.urc())
                        && cell.ett() > Math.max(fixed.ett(), exponential.ett()));
        boolean best = exponential.ett() < fixed.ett() && exponential.urc() < fixed.urc();
        int first = 1
                + (int) result.scenario()
                        .outages()
                        .list()
                        .get(0)
                        .from()
                        .dividedBy(result.scenario().interval());
        double first16 = fixed.urcByMessage().get(first - 1);
        double first5 = exponential.urcByMessage().get(first - 1);
        double longest =
                restarting.stream().mapToDouble(PrintedResults::max).max().orElse(Double.NaN);
        return List.of(
                PrintedItem.of(
                        "Figure 3, HTTP, 60 s: restarting",
                        "every oracle is faster and less fair than none",
                        values(result, Cell::ett, "%.2f s"),
                        faster),
                PrintedItem.of(
                        "Figure 3: adaptive oracles",
                        "fairer and slower than the static ones",
                        values(result, Cell::urc, "%.3f"),
                        adaptive),
                PrintedItem.of(
                        "Figure 3: exponential backoff",
                        "best in both dimensions",
                        String.format(
                                Locale.ROOT,
                                "ETT %.2f against %.2f s of fixed, URC %.3f against %.3f",
                                exponential.ett(),
                                fixed.ett(),
                                exponential.urc(),
                                fixed.urc()),
                        best),
                PrintedItem.of(
                        "Figure 4: longest ETT without restart",
                        "93 s",
                        String.format(Locale.ROOT, "%.1f s", max(none)),
                        Math.abs(max(none) - 93) <= 1),
                PrintedItem.of(
                        "Figure 4: longest ETT of any oracle",
                        "slightly above 60 s at most",
                        values(result, PrintedResults::max, "%.1f s"),
                        longest <= 62),
                PrintedItem.of(
                        "Figure 4: first message of the disruption, fixed",
                        "16 transmissions, URC 15",
                        String.format(Locale.ROOT, "URC %.0f", first16),
                        Math.round(first16) == 15),
                PrintedItem.of(
                        "Figure 4: first message of the disruption, exponential backoff",
                        "5 transmissions, URC 4",
                        String.format(Locale.ROOT, "URC %.0f", first5),
                        Math.round(first5) == 4));
    }

    /** Checks the sign of the correlation of ETT and URC over the runs of each oracle that restarts. */
    private static List<PrintedItem> loss(ScenarioResult result, String figure, int sign) {
        List<Cell> oracles = result.cells().stream()
                .filter(cell -> !cell.oracle().equals("none"))
                .toList();
        boolean holds = oracles.stream()
                .mapToDouble(PrintedResults::correlation)
                .filter(Double::isFinite)
                .allMatch(correlation -> correlation * sign > 0);
        List<PrintedItem> items = new ArrayList<>();
        items.add(PrintedItem.of(
                figure + ": runs of higher URC",
                sign > 0 ? "have a higher ETT" : "have a lower ETT",
                "correlation "
                        + oracles.stream()
                                .map(cell -> cell.oracle() + String.format(Locale.ROOT, " %+.2f", correlation(cell)))
                                .collect(Collectors.joining(", ")),
                holds));
        Cell qest = cell(result, "qest");
        if (sign > 0) {
            boolean fairer = oracles.stream()
                    .filter(cell -> STATIC.contains(cell.oracle()))
                    .allMatch(cell -> cell.urc() < cell(result, "jacobson-karn").urc() && cell.urc() < qest.urc());
            items.add(PrintedItem.of(
                    "2 % loss",
                    "static oracles are much fairer than adaptive ones", values(result, Cell::urc, "%.3f"), fairer));
        } else {
            boolean fastest = oracles.stream().allMatch(cell -> qest.ett() <= cell.ett() && qest.urc() >= cell.urc());
            items.add(PrintedItem.of(
                    "10 % loss",
                    "QEST is the fastest and the least fair",
                    values(result, Cell::ett, "%.3f s") + "; URC " + values(result, Cell::urc, "%.3f"),
                    fastest));
        }
        return items;
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

    private static List<PrintedItem> mail60(ScenarioResult result) {
        Cell none = cell(result, "none");
        Cell qest = cell(result, "qest");
        Cell jacobson = cell(result, "jacobson-karn");
        List<Cell> fixed = result.cells().stream()
                .filter(cell -> STATIC.contains(cell.oracle()))
                .toList();
        boolean better = fixed.stream().allMatch(cell -> cell.urc() > qest.urc() && cell.ett() >= 0.95 * qest.ett());
        double off = Math.abs(jacobson.ett() / none.ett() - 1);
        return List.of(
                PrintedItem.of(
                        "Figure 7, mail, 60 s: QEST",
                        "best; the static oracles are less fair, but not faster",
                        values(result, Cell::ett, "%.2f s") + "; URC " + values(result, Cell::urc, "%.3f"),
                        better),
                PrintedItem.of(
                        "Figure 7: Jacobson and Karn",
                        "almost identical to no restart",
                        String.format(
                                Locale.ROOT,
                                "ETT %.2f against %.2f s, URC %.3f",
                                jacobson.ett(),
                                none.ett(),
                                jacobson.urc()),
                        off <= 0.1 && jacobson.urc() <= 0.05),
                PrintedItem.missing(
                        "ageing of Sandesha beyond 2500 messages",
                        "exponentially growing times",
                        "a defect of the paper's software, which is not part of the model"));
    }
}
