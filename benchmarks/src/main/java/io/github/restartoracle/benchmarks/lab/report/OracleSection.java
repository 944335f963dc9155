package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.MeanOfRuns;
import io.github.restartoracle.benchmarks.lab.results.PairedDifference;
import io.github.restartoracle.benchmarks.lab.results.ParetoFront;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Table.Head;
import io.github.restartoracle.benchmarks.lab.results.Table.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A comparison of the oracles of each scenario: the Pareto front, and differences run by run. */
public final class OracleSection {
    private static final String REFERENCE = "fixed";

    private final List<ScenarioResult> results;

    /**
     * Creates the section.
     *
     * @param results the scenarios in order
     */
    public OracleSection(List<ScenarioResult> results) {
        this.results = List.copyOf(results);
    }

    /**
     * Makes the section.
     *
     * @param variant distinguishes it from others of the same report
     * @return the section
     */
    public ReportSection section(String variant) {
        return new ReportSection(
                "Oracle against oracle (" + variant + ")",
                List.of(
                        "A front has the oracles that no other beats in both ETT and URC, without those that lost"
                                + " messages; its hypervolume is the area it leaves behind, up to the ETT of none and"
                                + " the URC of fixed.",
                        "Runs of one number have the same random numbers with every oracle, so that most of the chance cancels in"
                                + " a difference run by run. Differences whose interval includes 0 are in brackets. All"
                                + " pairs are in differences.csv."),
                List.of(fronts(), differences()),
                List.of());
    }

    private Table fronts() {
        List<List<Value>> rows = new ArrayList<>();
        for (ScenarioResult result : results) {
            ParetoFront front = ParetoFront.of(result.cells());
            rows.add(List.of(
                    Value.of(result.title()),
                    Value.of(front.members().stream().map(Cell::oracle).collect(Collectors.joining(", "))),
                    Value.of(number(front.hypervolume()), front.hypervolume()),
                    Value.of(result.cells().stream()
                            .filter(cell -> !cell.significance().accepted())
                            .map(cell -> cell.oracle())
                            .collect(Collectors.joining(", ")))));
        }
        return new Table(
                "Fronts",
                List.of(
                        Head.text("scenario"),
                        Head.text("not beaten in both"),
                        Head.number("hypervolume", "seconds times unnecessary transmissions per message"),
                        Head.text("rejected")),
                rows,
                "Rejected: the 99 % interval of the ETT over runs is wider than 10 % of the mean to each side.");
    }

    private Table differences() {
        List<List<Value>> rows = new ArrayList<>();
        for (ScenarioResult result : results) {
            result.cell(REFERENCE)
                    .ifPresent(reference -> result.cells().stream()
                            .filter(cell -> !cell.oracle().equals(REFERENCE))
                            .map(cell -> PairedDifference.of(cell, reference))
                            .forEach(pair -> rows.add(List.of(
                                    Value.of(result.title()),
                                    Value.of(pair.oracle()),
                                    difference(pair.ettSeconds()),
                                    difference(pair.urc())))));
        }
        return new Table(
                "Differences from " + REFERENCE,
                List.of(
                        Head.text("scenario"),
                        Head.text("oracle"),
                        Head.number("ETT (s)", "mean difference and the half-width of its 95 % interval over runs"),
                        Head.number("URC", "mean difference and the half-width of its 95 % interval over runs")),
                rows,
                "");
    }

    private static Value difference(MeanOfRuns estimate) {
        if (!Double.isFinite(estimate.mean())) {
            return Value.NONE;
        }
        if (estimate.halfWidth().isEmpty()) {
            return Value.of(String.format(Locale.ROOT, "%+.3f", estimate.mean()), estimate.mean());
        }
        double halfWidth = estimate.halfWidth().getAsDouble();
        String text = String.format(Locale.ROOT, "%+.3f ±%.3f", estimate.mean(), halfWidth);
        boolean certain = Math.abs(estimate.mean()) > halfWidth;
        return Value.of(certain ? text : "(" + text + ")", estimate.mean());
    }

    private static String number(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3g", value) : "";
    }
}
