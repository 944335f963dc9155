package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.experiments.Scenario;

/**
 * One run of one oracle in one scenario.
 *
 * @param scenario as it is run, after scaling
 * @param oracle the oracle
 * @param number of the run in its cell, from 1
 */
record CellRun(Scenario scenario, OracleSpec oracle, int number) {
    /** The name of the run in journals; runs of different oracles share it, and with it their luck where there is a seed. */
    String run() {
        return "run-" + number;
    }

    /** The name of its directory and in messages. */
    String title() {
        return scenario.title() + "-" + oracle.label() + "-" + number;
    }
}
