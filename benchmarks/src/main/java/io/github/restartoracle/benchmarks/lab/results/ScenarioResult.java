package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/**
 * A scenario and its cells.
 *
 * @param scenario as it was run, after scaling
 * @param cells one per oracle
 */
public record ScenarioResult(Scenario scenario, List<Cell> cells) {
    public ScenarioResult {
        cells = List.copyOf(cells);
    }

    /** Returns the lines of the cells, in their order. */
    public List<Row> rows() {
        return cells.stream().map(Cell::row).toList();
    }

    /** Returns the first cell of an oracle; empty if there is none. */
    public Optional<Cell> cell(String oracle) {
        return cells.stream().filter(cell -> cell.oracle().equals(oracle)).findFirst();
    }

    /** Returns transport and name of the scenario, unique over all transports. */
    public String title() {
        return scenario.transport() + " " + scenario.name();
    }

    /** Returns the clairvoyant bound of the mean ETT in seconds; NaN if none is known. */
    public double bound() {
        return cells.stream()
                .mapToDouble(cell -> cell.number(CellColumns.BOUND))
                .filter(Double::isFinite)
                .findFirst()
                .orElse(Double.NaN);
    }
}
