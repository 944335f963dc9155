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

    /**
     * Returns the lines of the cells.
     *
     * @return in the order of the cells
     */
    public List<Row> rows() {
        return cells.stream().map(Cell::row).toList();
    }

    /**
     * Finds the cell of an oracle.
     *
     * @param oracle its label
     * @return the first such cell; empty if there is none
     */
    public Optional<Cell> cell(String oracle) {
        return cells.stream().filter(cell -> cell.oracle().equals(oracle)).findFirst();
    }

    /**
     * Returns the name of the scenario, unique over all transports.
     *
     * @return transport and name
     */
    public String title() {
        return scenario.transport() + " " + scenario.name();
    }
}
