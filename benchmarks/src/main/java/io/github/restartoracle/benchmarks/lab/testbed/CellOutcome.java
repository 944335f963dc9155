package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.RestartRow;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultProof;
import java.util.List;

/**
 * What one run has left behind.
 *
 * @param cell the run
 * @param journal all attempts, joined with their arrivals
 * @param restarts when transmissions were due and made
 * @param delivered messages that the application got, each counted once
 * @param duplicatesDelivered excess copies that the application got
 * @param unacknowledged messages that were not acknowledged when the run ended
 * @param proof what was proven of the faults
 * @param lateness how late the machine was, at the source
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
