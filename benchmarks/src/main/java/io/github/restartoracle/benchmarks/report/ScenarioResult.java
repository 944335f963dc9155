package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.results.Cell;
import java.util.List;

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
}
