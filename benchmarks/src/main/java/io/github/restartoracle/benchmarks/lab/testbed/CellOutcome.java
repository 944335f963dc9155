package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.RestartRow;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultProof;
import java.util.List;

/**
 * The output of one run.
 *
 * @param cell the run
 * @param journal all attempts, joined with their arrivals
 * @param restarts the times at which transmissions were due and made
 * @param delivered messages that the application received, each counted once
 * @param duplicatesDelivered excess copies that the application received
 * @param unacknowledged messages that were not acknowledged when the run ended
 * @param proof the proof of the faults
 * @param lateness the lateness of the machine, at the source
 */
public record CellOutcome(
        CellRun cell,
        List<JournalRow> journal,
        List<RestartRow> restarts,
        int delivered,
        int duplicatesDelivered,
        int unacknowledged,
        FaultProof proof,
        HostLateness lateness) {}
