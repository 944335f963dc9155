package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.theory.ClosedForm.Forecast;
import io.github.restartoracle.ledger.TransmissionSummary;
import java.util.Optional;

/**
 * One oracle in one scenario, with all values that are shown with the result: the input of the columns.
 *
 * @param scenario as it was run, after scaling
 * @param source the place where it was run
 * @param oracle the oracle
 * @param statistics the statistics over all runs
 * @param duplicatesDelivered the number of excess copies that the application received, over all runs
 * @param boundSeconds the clairvoyant bound of the scenario
 * @param printed the paper's cell as printed; empty if the paper has no such cell
 * @param rescaled the paper's cell for this number of messages; empty if the faults are not the paper's
 * @param closedForm empty for oracles that adapt and for scenarios without a disruption
 * @param fidelity empty if the times at which transmissions were due are unknown
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
        Optional<SchedulingFidelity> fidelity) {
    TransmissionSummary summary() {
        return statistics.summary();
    }
}
