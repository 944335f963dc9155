package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import java.util.List;
import java.util.stream.Stream;

/** Gives each oracle the same colour and marker in all figures, and a name that is unique in a scenario. */
final class SeriesStyles {
    private final List<String> oracles;
    private final boolean severalSources;

    private SeriesStyles(List<String> oracles, boolean severalSources) {
        this.oracles = oracles;
        this.severalSources = severalSources;
    }

    static SeriesStyles of(List<ScenarioResult> results) {
        return new SeriesStyles(
                cells(results).map(cell -> cell.oracle()).distinct().toList(),
                results.stream()
                        .anyMatch(result -> result.cells().stream()
                                        .map(cell -> source(cell))
                                        .distinct()
                                        .count()
                                > 1));
    }

    private static Stream<Cell> cells(List<ScenarioResult> results) {
        return results.stream().flatMap(result -> result.cells().stream());
    }

    int of(Cell cell) {
        return oracles.indexOf(cell.oracle());
    }

    /** Returns the look of the paper's values: one that no oracle has. It is the last of the palette if that is free. */
    int paper() {
        return Math.max(oracles.size(), Palette.LIGHT.size() - 1);
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
