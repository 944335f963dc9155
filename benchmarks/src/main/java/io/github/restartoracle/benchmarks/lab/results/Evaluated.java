package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.theory.ClosedForm.Forecast;
import java.util.Optional;

/**
 * One oracle in one scenario, with all that stands beside the result: what the columns are made of.
 *
 * @param scenario as it was run, after scaling
 * @param source where it was run
 * @param oracle the oracle
 * @param statistics what was counted over all runs
 * @param duplicatesDelivered excess copies that the application got, over all runs
 * @param boundSeconds the clairvoyant bound of the scenario
 * @param printed the paper's cell as printed; empty if the paper has no such cell
 * @param rescaled the paper's cell for this number of messages; empty if the faults are not the paper's
 * @param closedForm empty for oracles that adapt and for scenarios without a disruption
 * @param fidelity empty if nothing is known about when transmissions were due
 */
record Evaluated(
        Scenario scenario,
        Source source,
        OracleSpec oracle,
        CellStatistics statistics,
        int duplicatesDelivered,
        double boundSeconds,
        Optional<PaperCell> printed,
        Optional<PaperCell> rescaled,
        Optional<Forecast> closedForm,
        Optional<SchedulingFidelity> fidelity) {}
