package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All scenarios in one table. A few scenarios are columns, as in the paper's Tables II and III, with a row for each oracle;
 * many scenarios are rows.
 */
final class Overview {
    private static final String ETT = "mean, seconds";
    private static final String URC = "mean, unnecessary transmissions per message";

    private final List<ScenarioResult> results;
    private final SeriesStyles styles;
    private final List<String> oracles;
    private final boolean severalTransports;

    Overview(List<ScenarioResult> results, SeriesStyles styles) {
        this.results = results;
        this.styles = styles;
        this.oracles = results.stream()
                .flatMap(result -> result.cells().stream())
                .map(styles::name)
                .distinct()
                .toList();
        this.severalTransports = results.stream()
                        .map(result -> result.scenario().transport())
                        .distinct()
                        .count()
                > 1;
    }

    Table table() {
        int most =
                results.stream().mapToInt(result -> result.cells().size()).max().orElse(0);
        return results.size() > most + 1 ? byScenario() : byOracle();
    }

    private String name(ScenarioResult result) {
        return severalTransports ? result.title() : result.scenario().name();
    }

    private Table byOracle() {
        List<Column<String>> columns = new ArrayList<>();
        columns.add(Column.text("oracle", this::marker));
        for (ScenarioResult result : results) {
            String group = name(result) + "|";
            columns.add(Column.number(group + "ETT", 3, ETT, oracle -> marked(result, oracle, Cell::ett)));
            columns.add(Column.number(group + "URC", 3, URC, oracle -> marked(result, oracle, Cell::urc)));
            columns.add(Column.number(
                    group + "kappa",
                    2,
                    "mean ETT over the bound",
                    oracle -> cell(result, oracle)
                            .map(cell -> cell.number(CellColumns.KAPPA))
                            .orElse(null)));
        }
        return Table.of(
                "",
                columns,
                oracles,
                "Means over the messages that arrived. Intervals, the paper's values, closed forms and bounds stand with"
                        + " each scenario.");
    }

    private Value marker(String oracle) {
        Cell first = results.stream()
                .flatMap(result -> cell(result, oracle).stream())
                .findFirst()
                .orElseThrow();
        return Value.ofSeries(oracle, styles.of(first));
    }

    private Table byScenario() {
        List<Column<ScenarioResult>> columns = new ArrayList<>();
        columns.add(Column.text("scenario", this::name));
        columns.add(Column.number(
                "bound", 3, "mean ETT in seconds of a sender that knows all faults beforehand", ScenarioResult::bound));
        for (String oracle : oracles) {
            columns.add(Column.number(oracle + "|ETT", 3, ETT, result -> marked(result, oracle, Cell::ett)));
            columns.add(Column.number(oracle + "|URC", 3, URC, result -> marked(result, oracle, Cell::urc)));
        }
        return Table.of(
                "", columns, results, "Means over the messages that arrived. Intervals stand with each scenario.");
    }

    private Optional<Cell> cell(ScenarioResult result, String oracle) {
        return result.cells().stream()
                .filter(cell -> styles.name(cell).equals(oracle))
                .findFirst();
    }

    /** Returns a value of an oracle, marked if it looks like the least of the scenario. */
    private @Nullable Value marked(ScenarioResult result, String oracle, ToDoubleFunction<Cell> value) {
        List<Value> values = Value.withLeastMarked(result.cells().stream()
                .map(cell -> Value.of(value.applyAsDouble(cell), 3))
                .toList());
        int index = result.cells().stream().map(styles::name).toList().indexOf(oracle);
        return index < 0 ? null : values.get(index);
    }
}
