package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * One run of one oracle in one scenario.
 *
 * @param scenario as it is run, after scaling
 * @param oracle the oracle
 * @param number of the run in its cell, from 1
 */
public record CellRun(Scenario scenario, OracleSpec oracle, int number) {
    /**
     * Lists every run of every cell, scenario by scenario.
     *
     * @param scenarios as they are run
     * @param runs the number of runs of each cell, by scenario
     * @return all runs
     */
    public static List<CellRun> of(List<Scenario> scenarios, ToIntFunction<Scenario> runs) {
        List<CellRun> cells = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            for (int run = 1; run <= runs.applyAsInt(scenario); run++) {
                for (OracleSpec oracle : scenario.oracles()) {
                    cells.add(new CellRun(scenario, oracle, run));
                }
            }
        }
        return cells;
    }

    /**
     * Returns the name of the run in journals. Runs of different oracles share it, and with it the random numbers where there
     * is a seed.
     */
    public String run() {
        return "run-" + number;
    }

    /** Returns the name of its directory, which is also used in messages. */
    public String title() {
        return scenario.title() + "-" + oracle.label() + "-" + number;
    }
}
