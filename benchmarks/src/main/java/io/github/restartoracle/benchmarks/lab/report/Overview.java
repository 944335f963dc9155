package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Table.Head;
import io.github.restartoracle.benchmarks.lab.results.Table.Value;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * All scenarios in one table. A few scenarios are columns, as in the paper's Tables II and III, with a row for each oracle;
 * many scenarios are rows.
 */
final class Overview {
    private final List<ScenarioResult> results;
    private final SeriesStyles styles;

    Overview(List<ScenarioResult> results, SeriesStyles styles) {
        this.results = results;
        this.styles = styles;
    }

    ReportSection section(String title) {
        int oracles =
                results.stream().mapToInt(result -> result.cells().size()).max().orElse(0);
        Table table = results.size() > oracles + 1 ? byScenario() : byOracle();
        return new ReportSection(title, List.of(), List.of(table), List.of());
    }

    private String name(Scenario scenario) {
        return severalTransports() ? scenario.transport() + " " + scenario.name() : scenario.name();
    }

    private boolean severalTransports() {
        return results.stream()
                        .map(result -> result.scenario().transport())
                        .distinct()
                        .count()
                > 1;
    }

    private Table byOracle() {
        List<Head> columns = new ArrayList<>(List.of(Head.text("oracle")));
        for (ScenarioResult result : results) {
            String group = name(result.scenario());
            columns.add(Head.number("ETT", "mean, seconds").in(group));
            columns.add(Head.number("URC", "mean, unnecessary transmissions per message")
                    .in(group));
            columns.add(Head.number("kappa", "mean ETT over the bound").in(group));
        }
        Map<String, List<Value>> rows = new LinkedHashMap<>();
        for (int i = 0; i < results.size(); i++) {
            List<Cell> cells = results.get(i).cells();
            List<Value> etts = marked(cells, Cell::ett);
            List<Value> urcs = marked(cells, Cell::urc);
            for (int j = 0; j < cells.size(); j++) {
                Cell cell = cells.get(j);
                List<Value> row = rows.computeIfAbsent(styles.name(cell), name -> empty(name, cell, columns.size()));
                row.set(3 * i + 1, etts.get(j));
                row.set(3 * i + 2, urcs.get(j));
                row.set(3 * i + 3, Value.of(cell.row().number(CellColumns.KAPPA), 2));
            }
        }
        return new Table(
                "",
                columns,
                List.copyOf(rows.values()),
                "Means over the messages that arrived. Intervals, the paper's values, closed forms and bounds stand with"
                        + " each scenario.");
    }

    private List<Value> empty(String name, Cell cell, int columns) {
        List<Value> row = new ArrayList<>(Collections.nCopies(columns, Value.NONE));
        row.set(0, Value.of(name).looking(styles.of(cell)));
        return row;
    }

    private Table byScenario() {
        List<String> oracles = results.stream()
                .flatMap(result -> result.cells().stream())
                .map(styles::name)
                .distinct()
                .toList();
        List<Head> columns = new ArrayList<>(List.of(
                Head.text("scenario"),
                Head.number("bound", "mean ETT in seconds of a sender that knows all faults beforehand")));
        for (String oracle : oracles) {
            columns.add(Head.number("ETT", "mean, seconds").in(oracle));
            columns.add(Head.number("URC", "mean, unnecessary transmissions per message")
                    .in(oracle));
        }
        List<List<Value>> rows = new ArrayList<>();
        for (ScenarioResult result : results) {
            List<Value> row = new ArrayList<>(Collections.nCopies(columns.size(), Value.NONE));
            row.set(0, Value.of(name(result.scenario())));
            List<Value> etts = marked(result.cells(), Cell::ett);
            List<Value> urcs = marked(result.cells(), Cell::urc);
            for (int j = 0; j < etts.size(); j++) {
                Cell cell = result.cells().get(j);
                int column = 2 + 2 * oracles.indexOf(styles.name(cell));
                row.set(1, Value.of(cell.row().number(CellColumns.BOUND), 3));
                row.set(column, etts.get(j));
                row.set(column + 1, urcs.get(j));
            }
            rows.add(row);
        }
        return new Table(
                "", columns, rows, "Means over the messages that arrived. Intervals stand with each scenario.");
    }

    /** Returns a value of each cell of a scenario, the least marked. */
    private static List<Value> marked(List<Cell> cells, ToDoubleFunction<Cell> value) {
        return Value.withLeastMarked(cells.stream()
                .map(cell -> Value.of(value.applyAsDouble(cell), 3))
                .toList());
    }
}
