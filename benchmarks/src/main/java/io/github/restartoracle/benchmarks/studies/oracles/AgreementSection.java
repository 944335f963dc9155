package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.report.Figure;
import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Agreement;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.studies.oracles.Experiments.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A simulation compared with the measurement on real links, cell by cell. */
final class AgreementSection {
    private static final String AGREES = "agrees";
    private static final String CALIBRATION = "calibration";

    private final List<Agreement> cells;
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
    AgreementSection(List<Agreement> cells, List<Row> calibration, Experiments experiments, String conditions) {
        this.cells = cells;
        this.calibration = calibration;
        this.experiments = experiments;
        this.conditions = conditions;
    }

    /** Returns the outcome of a cell: calibration, agrees, a cause, or not explained. */
    String outcome(Agreement cell) {
        if (!cell.holdsForARun()) {
            return experiments.cause(new Item(cell.left().row().cell(), ""));
        }
        return calibration.contains(cell.right()) ? CALIBRATION : AGREES;
    }

    ReportSection section() {
        List<Column<Agreement>> columns = List.of(
                Column.text("cell", cell -> name(cell)),
                Column.text("oracle", cell -> cell.left().oracle()),
                Column.number("ETT (s)|simulated", 3, "", cell -> cell.left().ett()),
                Column.text("ETT (s)|99 % of runs", cell -> interval(cell.ettInterval())),
                Column.number("ETT (s)|measured", 3, "", cell -> cell.right().number(CellColumns.ETT)),
                Column.number("ETT (s)|off by, %", 1, "", cell -> 100 * cell.ettDeviation()),
                Column.number("URC|simulated", 3, "", cell -> cell.left().urc()),
                Column.text("URC|99 % of runs", cell -> interval(cell.urcInterval())),
                Column.number("URC|measured", 3, "", cell -> cell.right().number(CellColumns.URC)),
                Column.number("URC|off by", 3, "", Agreement::urcDeviation),
                Column.text("outcome", this::outcome));
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

    String sentence() {
        List<String> outcomes = cells.stream().map(this::outcome).toList();
        int agree = Collections.frequency(outcomes, AGREES);
        int fitted = Collections.frequency(outcomes, CALIBRATION);
        int unknown = Collections.frequency(outcomes, PrintedItem.NOT_EXPLAINED);
        return ("Simulation and testbed: of %d cells %d agree, %d are calibration, of %d an experiment shows the cause, %d"
                        + " are not explained.")
                .formatted(cells.size(), agree, fitted, cells.size() - agree - fitted - unknown, unknown);
    }

    private static String name(Agreement cell) {
        Row row = cell.left().row();
        return row.text(CellColumns.TRANSPORT) + " " + row.text(CellColumns.SCENARIO);
    }

    private static String interval(double... ends) {
        return String.format(Locale.ROOT, "%.3f–%.3f", ends[0], ends[1]);
    }

    private Figure figure() {
        Map<String, List<Point>> points = new LinkedHashMap<>();
        double most = 0;
        double least = Double.POSITIVE_INFINITY;
        for (Agreement cell : cells) {
            double simulated = cell.left().ett();
            double measured = cell.right().number(CellColumns.ETT);
            double error = cell.left().number(CellColumns.ETT_CI);
            points.computeIfAbsent(cell.left().oracle(), oracle -> new ArrayList<>())
                    .add(new Point(measured, simulated, 0, error, name(cell)));
            most = Math.max(most, Math.max(measured, simulated));
            least = Math.min(least, Math.min(measured, simulated));
        }
        List<Series> series = new ArrayList<>();
        points.forEach((oracle, own) -> series.add(new Series(oracle, series.size(), Form.MEANS, own)));
        series.add(
                new Series("equal", series.size(), Form.DASHED, List.of(Point.of(least, least), Point.of(most, most))));
        return Figure.of(
                "simulation-and-testbed",
                "Simulated over measured ETT",
                "A point for each cell; bars: 95 % confidence intervals over the simulated runs.",
                Axis.logarithmic("measured ETT (s)"),
                Axis.logarithmic("simulated ETT (s)"),
                series);
    }
}
