package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.comparison.Experiments;
import io.github.restartoracle.benchmarks.lab.comparison.Experiments.Item;
import io.github.restartoracle.benchmarks.lab.report.Figure;
import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Agreement;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.MeasuredCell;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A simulation compared with the measurement on real links, cell by cell. */
final class AgreementSection {
    private static final String ETT = "ETT (s)";
    private static final String URC = "URC";
    private static final String AGREES = "agrees";
    private static final String CALIBRATION = "calibration";

    private final List<MeasuredCell> cells;
    private final List<Row> calibration;
    private final Experiments experiments;
    private final String conditions;

    /**
     * Creates the section.
     *
     * @param cells simulated and measured, 1 or more
     * @param calibration measured cells to which inputs of the simulation are fitted
     * @param experiments their results on deviations
     * @param conditions the values that the simulation has taken from the measurement
     */
    AgreementSection(List<MeasuredCell> cells, List<Row> calibration, Experiments experiments, String conditions) {
        this.cells = List.copyOf(cells);
        this.calibration = List.copyOf(calibration);
        this.experiments = experiments;
        this.conditions = conditions;
    }

    /** Returns the outcome of a cell: calibration, agrees, a cause, or not explained. */
    String outcome(MeasuredCell cell) {
        if (!cell.agrees()) {
            return experiments.cause(Item.of(cell.agreement().left(), ""));
        }
        return calibration.contains(cell.agreement().right()) ? CALIBRATION : AGREES;
    }

    ReportSection section() {
        List<Column<MeasuredCell>> columns = List.of(
                Column.text("cell", "cell", cell -> name(cell.agreement().left())),
                Column.text("oracle", "oracle", cell -> cell.agreement().left().text(CellColumns.ORACLE)),
                number(ETT, "simulated", 3, cell -> cell.agreement().left().number(CellColumns.ETT)),
                interval(ETT, MeasuredCell::ettInterval),
                number(ETT, "measured", 3, cell -> cell.agreement().right().number(CellColumns.ETT)),
                number(ETT, "off by, %", 1, cell -> 100 * cell.agreement().ettDeviation()),
                number(URC, "simulated", 3, cell -> cell.agreement().left().number(CellColumns.URC)),
                interval(URC, MeasuredCell::urcInterval),
                number(URC, "measured", 3, cell -> cell.agreement().right().number(CellColumns.URC)),
                number(URC, "off by", 3, cell -> cell.agreement().urcDeviation()),
                Column.text("outcome", "outcome", this::outcome));
        Table table = Table.of(
                "",
                columns,
                cells,
                "Agrees: the ETT is within 10 % and the URC within .02, or within the interval that holds 99 % of the"
                        + " simulated runs, of which the measured one could be one. Calibration: the cell is what inputs of"
                        + " the simulation are fitted to. Otherwise the experiment with which the deviation goes.");
        return new ReportSection(
                "Simulation and testbed",
                List.of(sentence(), conditions),
                List.of(table, experiments.table()),
                List.of(figure()));
    }

    private static Column<MeasuredCell> number(
            String of, String header, int decimals, ToDoubleFunction<MeasuredCell> value) {
        return Column.<MeasuredCell>number(of + header, header, decimals, value::applyAsDouble)
                .withGroup(of);
    }

    private static Column<MeasuredCell> interval(String of, Function<MeasuredCell, double[]> ends) {
        return Column.<MeasuredCell>text(of + "runs", "99 % of runs", cell -> interval(ends.apply(cell)))
                .withGroup(of);
    }

    String sentence() {
        List<String> outcomes = cells.stream().map(this::outcome).toList();
        int agree = Collections.frequency(outcomes, AGREES);
        int fitted = Collections.frequency(outcomes, CALIBRATION);
        int unknown = Collections.frequency(outcomes, Experiments.NOT_EXPLAINED);
        return String.format(
                Locale.ROOT,
                "Simulation and testbed: of %d cells %d agree, %d are calibration, of %d an experiment shows the cause, %d"
                        + " are not explained.",
                cells.size(),
                agree,
                fitted,
                cells.size() - agree - fitted - unknown,
                unknown);
    }

    private static String name(Row row) {
        return row.text(CellColumns.TRANSPORT) + " " + row.text(CellColumns.SCENARIO);
    }

    private static String interval(double... ends) {
        return String.format(Locale.ROOT, "%.3f–%.3f", ends[0], ends[1]);
    }

    private Figure figure() {
        List<Agreement> all = cells.stream().map(MeasuredCell::agreement).toList();
        List<String> oracles = all.stream()
                .map(cell -> cell.left().text(CellColumns.ORACLE))
                .distinct()
                .toList();
        List<Series> series = new ArrayList<>();
        for (String oracle : oracles) {
            series.add(new Series(
                    oracle,
                    oracles.indexOf(oracle),
                    Form.MEANS,
                    all.stream()
                            .filter(cell -> cell.left().text(CellColumns.ORACLE).equals(oracle))
                            .map(cell -> new Point(
                                    cell.right().number(CellColumns.ETT),
                                    cell.left().number(CellColumns.ETT),
                                    0,
                                    cell.left().optional(CellColumns.ETT_CI).orElse(0),
                                    name(cell.left())))
                            .collect(Collectors.toList())));
        }
        double most = all.stream()
                .mapToDouble(cell -> Math.max(
                        cell.left().number(CellColumns.ETT), cell.right().number(CellColumns.ETT)))
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        double least = all.stream()
                .mapToDouble(cell -> Math.min(
                        cell.left().number(CellColumns.ETT), cell.right().number(CellColumns.ETT)))
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
