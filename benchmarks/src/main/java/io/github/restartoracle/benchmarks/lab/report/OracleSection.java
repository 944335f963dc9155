package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Estimate;
import io.github.restartoracle.benchmarks.lab.results.PairedDifference;
import io.github.restartoracle.benchmarks.lab.results.ParetoFront;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A comparison of the oracles of each scenario: the Pareto front, and differences run by run. */
public final class OracleSection {
    private static final String REFERENCE = "fixed";
    private static final String INTERVAL = "mean difference and the half-width of its 95 % interval over runs";

    private OracleSection() {}

    /** Returns the section on some scenarios; a variant distinguishes it from others of the same report. */
    public static ReportSection of(List<ScenarioResult> results, String variant) {
        return new ReportSection(
                "Oracle against oracle (" + variant + ")",
                List.of(
                        "A front has the oracles that no other beats in both ETT and URC, without those that lost"
                                + " messages; its hypervolume is the area it leaves behind, up to the ETT of none and"
                                + " the URC of fixed.",
                        "Runs of one number have the same random numbers with every oracle, so that most of the chance cancels in"
                                + " a difference run by run. Differences whose interval includes 0 are in brackets. All"
                                + " pairs are in differences.csv."),
                List.of(fronts(results), differences(results)));
    }

    private static Table fronts(List<ScenarioResult> results) {
        return Table.of(
                "Fronts",
                List.of(
                        Column.text("scenario", ScenarioResult::title),
                        Column.text(
                                "not beaten in both",
                                result -> oracles(ParetoFront.of(result.cells()).members())),
                        Column.number(
                                "hypervolume",
                                0,
                                "seconds times unnecessary transmissions per message",
                                OracleSection::hypervolume),
                        Column.text(
                                "rejected",
                                result -> oracles(result.cells().stream()
                                        .filter(cell -> !cell.significant())
                                        .toList()))),
                results,
                "Rejected: the 99 % interval of the ETT over runs is wider than 10 % of the mean to each side.");
    }

    private static String oracles(List<Cell> cells) {
        return cells.stream().map(Cell::oracle).collect(Collectors.joining(", "));
    }

    private static Value hypervolume(ScenarioResult result) {
        double volume = ParetoFront.of(result.cells()).hypervolume();
        return Value.of(Double.isFinite(volume) ? String.format(Locale.ROOT, "%.3g", volume) : "", volume);
    }

    private record Difference(ScenarioResult result, PairedDifference pair) {}

    private static Table differences(List<ScenarioResult> results) {
        List<Difference> differences = new ArrayList<>();
        for (ScenarioResult result : results) {
            result.cell(REFERENCE)
                    .ifPresent(reference -> result.cells().stream()
                            .filter(cell -> !cell.oracle().equals(REFERENCE))
                            .forEach(cell ->
                                    differences.add(new Difference(result, PairedDifference.of(cell, reference)))));
        }
        return Table.of(
                "Differences from " + REFERENCE,
                List.of(
                        Column.text("scenario", each -> each.result.title()),
                        Column.text("oracle", each -> each.pair.oracle()),
                        Column.number("ETT (s)", 3, INTERVAL, each -> shown(each.pair.ettSeconds())),
                        Column.number("URC", 3, INTERVAL, each -> shown(each.pair.urc()))),
                differences,
                "");
    }

    private static Value shown(Estimate difference) {
        double mean = difference.mean();
        if (!Double.isFinite(mean) || difference.halfWidth().isEmpty()) {
            return Double.isFinite(mean) ? Value.of(String.format(Locale.ROOT, "%+.3f", mean), mean) : Value.NONE;
        }
        double halfWidth = difference.halfWidth().getAsDouble();
        String text = String.format(Locale.ROOT, "%+.3f ±%.3f", mean, halfWidth);
        return Value.of(Math.abs(mean) > halfWidth ? text : "(" + text + ")", mean);
    }
}
