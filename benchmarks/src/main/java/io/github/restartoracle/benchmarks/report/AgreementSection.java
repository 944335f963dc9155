package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.report.Figure.Axis;
import io.github.restartoracle.benchmarks.report.Figure.Form;
import io.github.restartoracle.benchmarks.report.Figure.Point;
import io.github.restartoracle.benchmarks.report.Figure.Series;
import io.github.restartoracle.benchmarks.report.Table.Column;
import io.github.restartoracle.benchmarks.report.Table.Value;
import io.github.restartoracle.benchmarks.results.Agreement;
import io.github.restartoracle.benchmarks.results.MeasuredCell;
import io.github.restartoracle.benchmarks.results.ResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A simulation beside what was measured on real links, cell by cell. */
final class AgreementSection {
    private static final String ETT = "ETT (s)";
    private static final String URC = "URC";

    private final List<MeasuredCell> cells;
    private final String conditions;

    /**
     * A section.
     *
     * @param cells simulated and measured, 1 or more
     * @param conditions what the simulation has taken from the measurement
     */
    AgreementSection(List<MeasuredCell> cells, String conditions) {
        this.cells = List.copyOf(cells);
        this.conditions = conditions;
    }

    ReportSection section() {
        Table table = new Table(
                "",
                List.of(
                        Column.text("cell"),
                        Column.text("oracle"),
                        Column.number("simulated", "mean").in(ETT),
                        Column.text("runs").in(ETT),
                        Column.number("measured", "mean").in(ETT),
                        Column.number("off by", "relative to what was measured, %")
                                .in(ETT),
                        Column.number("simulated", "mean").in(URC),
                        Column.text("runs").in(URC),
                        Column.number("measured", "mean").in(URC),
                        Column.number("off by", "transmissions per message").in(URC),
                        Column.text("agree")),
                cells.stream().map(AgreementSection::row).toList(),
                "Agree: the ETT is within 10 % and the URC within .02. Runs: least and greatest of the simulated ones."
                        + Cause.legend(cells.stream().map(AgreementCauses::of).toList()));
        return new ReportSection(
                "Simulation and testbed", List.of(sentence(), conditions), List.of(table), List.of(figure()));
    }

    String sentence() {
        long agreeing = cells.stream().filter(cell -> cell.agreement().holds()).count();
        long chance = cells.stream()
                .filter(cell -> !cell.agreement().holds() && !cell.unexplained())
                .count();
        return String.format(
                Locale.ROOT,
                "Simulation and testbed agree in %d of %d cells (ETT within 10 %%, URC within .02); %d differ no more than"
                        + " simulated runs do among each other, %d by more.",
                agreeing,
                cells.size(),
                chance,
                cells.size() - agreeing - chance);
    }

    private static List<Value> row(MeasuredCell measured) {
        Agreement cell = measured.agreement();
        ResultRow row = cell.left();
        return List.of(
                Value.of(row.transport() + " " + row.scenario()),
                Value.of(row.oracle()),
                Value.of(row.ettMeanSeconds(), 3),
                range(measured.ettRange()),
                Value.of(cell.right().ettMeanSeconds(), 3),
                percent(cell.ettDeviation()),
                Value.of(row.urcMean(), 3),
                range(measured.urcRange()),
                Value.of(cell.right().urcMean(), 3),
                Value.of(String.format(Locale.ROOT, "%+.3f", cell.urcDeviation()), cell.urcDeviation()),
                Value.of(
                        cell.holds()
                                ? "yes"
                                : "no, " + AgreementCauses.of(measured).tag()));
    }

    private static Value range(double... leastAndMost) {
        return Value.of(String.format(Locale.ROOT, "%.3f–%.3f", leastAndMost[0], leastAndMost[1]));
    }

    private static Value percent(double share) {
        return Double.isFinite(share)
                ? Value.of(String.format(Locale.ROOT, "%+.1f %%", 100 * share), share)
                : Value.NONE;
    }

    private Figure figure() {
        List<Agreement> all = cells.stream().map(MeasuredCell::agreement).toList();
        List<String> oracles =
                all.stream().map(cell -> cell.left().oracle()).distinct().toList();
        List<Series> series = new ArrayList<>();
        for (String oracle : oracles) {
            series.add(new Series(
                    oracle,
                    oracles.indexOf(oracle),
                    Form.MEANS,
                    all.stream()
                            .filter(cell -> cell.left().oracle().equals(oracle))
                            .map(cell -> new Point(
                                    cell.right().ettMeanSeconds(),
                                    cell.left().ettMeanSeconds(),
                                    0,
                                    cell.left().ettCi95Seconds().orElse(0),
                                    cell.left().transport() + " " + cell.left().scenario()))
                            .collect(Collectors.toList())));
        }
        double most = all.stream()
                .mapToDouble(cell ->
                        Math.max(cell.left().ettMeanSeconds(), cell.right().ettMeanSeconds()))
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        double least = all.stream()
                .mapToDouble(cell ->
                        Math.min(cell.left().ettMeanSeconds(), cell.right().ettMeanSeconds()))
                .filter(value -> value > 0)
                .min()
                .orElse(most / 10);
        series.add(new Series(
                "equal", oracles.size(), Form.DASHED, List.of(Point.of(least, least), Point.of(most, most))));
        return Figure.of(
                "simulation-and-testbed",
                "Simulated over measured ETT",
                "A point for each cell; bars: 95 % confidence intervals over the simulated runs.",
                Axis.logarithmic("measured ETT (s)"),
                Axis.logarithmic("simulated ETT (s)"),
                series);
    }
}
