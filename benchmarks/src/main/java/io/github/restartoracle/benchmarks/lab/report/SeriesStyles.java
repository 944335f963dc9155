package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import java.util.List;

/** Gives each oracle the same colour and marker in all figures, and a name that is unique in a scenario. */
final class SeriesStyles {
    private final List<String> oracles;
    private final boolean severalSources;

    SeriesStyles(List<ScenarioResult> results) {
        this.oracles = results.stream()
                .flatMap(result -> result.cells().stream())
                .map(Cell::oracle)
                .distinct()
                .toList();
        this.severalSources =
                results.stream().anyMatch(result -> result.cells().stream().anyMatch(cell -> !first(cell, result)));
    }

    int of(Cell cell) {
        return oracles.indexOf(cell.oracle());
    }

    /** Returns the form of a curve: broken if its source is not that of the first cell of the scenario. */
    static Form curve(Cell cell, ScenarioResult result, Form own) {
        return first(cell, result) ? own : Form.DASHED;
    }

    /** Returns the form of a mean: hollow if its source is not that of the first cell of the scenario. */
    static Form mean(Cell cell, ScenarioResult result) {
        return first(cell, result) ? Form.MEANS : Form.HOLLOW;
    }

    private static boolean first(Cell cell, ScenarioResult result) {
        return source(cell).equals(source(result.cells().get(0)));
    }

    /** Returns the oracle, with the source of the result if sources differ within a scenario. */
    String name(Cell cell) {
        return severalSources ? cell.oracle() + " (" + source(cell) + ")" : cell.oracle();
    }

    private static String source(Cell cell) {
        return cell.row().text(CellColumns.SOURCE);
    }
}
