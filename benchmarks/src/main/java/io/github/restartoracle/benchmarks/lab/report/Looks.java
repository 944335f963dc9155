package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import java.util.List;
import java.util.stream.Stream;

/** Gives each oracle the same colour and marker in all figures, and a name that is unique in a scenario. */
final class Looks {
    private final List<String> oracles;
    private final boolean severalSources;

    private Looks(List<String> oracles, boolean severalSources) {
        this.oracles = oracles;
        this.severalSources = severalSources;
    }

    static Looks of(List<ScenarioResult> results) {
        return new Looks(
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

    /** Of values that are not ours: a look that no oracle has, and the last of the palette as long as that is free. */
    int paper() {
        return Math.max(oracles.size(), Palette.LIGHT.size() - 1);
    }

    /** How a curve is drawn: broken if it does not come from where the first of the scenario comes from. */
    static Form curve(Cell cell, ScenarioResult result, Form own) {
        return first(cell, result) ? own : Form.DASHED;
    }

    /** How a mean is drawn: hollow if it does not come from where the first of the scenario comes from. */
    static Form mean(Cell cell, ScenarioResult result) {
        return first(cell, result) ? Form.MEANS : Form.HOLLOW;
    }

    private static boolean first(Cell cell, ScenarioResult result) {
        return source(cell).equals(source(result.cells().get(0)));
    }

    /** The oracle, and where the result comes from if that differs within a scenario. */
    String name(Cell cell) {
        return severalSources ? cell.oracle() + " (" + source(cell) + ")" : cell.oracle();
    }

    private static String source(Cell cell) {
        return cell.row().text(CellColumns.SOURCE);
    }
}
