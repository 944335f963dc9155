package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Table.Head;
import io.github.restartoracle.benchmarks.lab.results.Table.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** All scenarios in one table, as the paper's Tables II and III have them: a row for each oracle. */
final class Overview {
    private final List<ScenarioResult> results;
    private final Looks looks;

    Overview(List<ScenarioResult> results, Looks looks) {
        this.results = results;
        this.looks = looks;
    }

    ReportSection section(String title) {
        List<Head> columns = new ArrayList<>(List.of(Head.text("oracle")));
        for (ScenarioResult result : results) {
            String group = severalTransports()
                    ? result.scenario().transport() + " " + result.scenario().name()
                    : result.scenario().name();
            columns.add(Head.number("ETT", "mean, seconds").in(group));
            columns.add(Head.number("URC", "mean, unnecessary transmissions per message")
                    .in(group));
            columns.add(Head.number("kappa", "mean ETT over the bound").in(group));
        }
        Table table = new Table(
                "",
                columns,
                rows(columns.size()),
                "Means over the messages that arrived. Intervals, the paper's values, closed forms and bounds stand with"
                        + " each scenario.");
        return new ReportSection(title, List.of(), List.of(table), List.of());
    }

    private boolean severalTransports() {
        return results.stream()
                        .map(result -> result.scenario().transport())
                        .distinct()
                        .count()
                > 1;
    }

    private List<List<Value>> rows(int columns) {
        Map<String, List<Value>> rows = new LinkedHashMap<>();
        for (int i = 0; i < results.size(); i++) {
            for (Cell cell : results.get(i).cells()) {
                List<Value> row = rows.computeIfAbsent(looks.name(cell), name -> empty(name, cell, columns));
                row.set(3 * i + 1, best(Value.of(cell.ett(), 3), cell, results.get(i), Cell::ett));
                row.set(3 * i + 2, best(Value.of(cell.urc(), 3), cell, results.get(i), Cell::urc));
                row.set(3 * i + 3, Value.of(cell.row().number(CellColumns.KAPPA), 2));
            }
        }
        return List.copyOf(rows.values());
    }

    private List<Value> empty(String name, Cell cell, int columns) {
        List<Value> row = new ArrayList<>(Collections.nCopies(columns, Value.NONE));
        row.set(0, Value.of(name).looking(looks.of(cell)));
        return row;
    }

    /** Marks the least value of a scenario, and those that look the same. */
    private static Value best(Value shown, Cell cell, ScenarioResult result, ToDoubleFunction<Cell> value) {
        double least = result.cells().stream()
                .mapToDouble(value)
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
        return shown.text().equals(Value.of(least, 3).text()) && Double.isFinite(value.applyAsDouble(cell))
                ? shown.marked()
                : shown;
    }
}
