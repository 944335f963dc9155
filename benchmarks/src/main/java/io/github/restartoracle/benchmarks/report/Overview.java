package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.report.Table.Column;
import io.github.restartoracle.benchmarks.report.Table.Value;
import io.github.restartoracle.benchmarks.results.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All scenarios in one table, as the paper's Tables II and III have them: a row for each oracle. */
final class Overview {
    private final List<ScenarioResult> results;
    private final Looks looks;

    Overview(List<ScenarioResult> results, Looks looks) {
        this.results = results;
        this.looks = looks;
    }

    ReportSection section(String title) {
        List<Column> columns = new ArrayList<>(List.of(Column.text("oracle")));
        for (ScenarioResult result : results) {
            String group = severalTransports()
                    ? result.scenario().transport() + " " + result.scenario().name()
                    : result.scenario().name();
            columns.add(Column.number("ETT", "mean, seconds").in(group));
            columns.add(Column.number("URC", "mean, unnecessary transmissions per message")
                    .in(group));
            columns.add(Column.number("kappa", "mean ETT over the bound").in(group));
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
                row.set(3 * i + 1, Value.of(cell.row().ettMeanSeconds(), 3));
                row.set(3 * i + 2, Value.of(cell.row().urcMean(), 3));
                row.set(3 * i + 3, Value.of(cell.row().kappa(), 2));
            }
        }
        return List.copyOf(rows.values());
    }

    private List<Value> empty(String name, Cell cell, int columns) {
        List<Value> row = new ArrayList<>(Collections.nCopies(columns, Value.NONE));
        row.set(0, Value.of(name).looking(looks.of(cell)));
        return row;
    }
}
