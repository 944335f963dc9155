package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.RestartRow;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultProof;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The output of one run.
 *
 * @param cell the run
 * @param journal all attempts, joined with their arrivals
 * @param restarts the times at which transmissions were due and made
 * @param delivered messages that the application received, each counted once
 * @param duplicatesDelivered excess copies that the application received
 * @param unacknowledged messages that were not acknowledged when the run ended
 * @param longestCallSeconds the longest time for which a call blocked the application
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
        double longestCallSeconds,
        FaultProof proof,
        HostLateness lateness) {
    /** Joins the reports of both ends. */
    static CellOutcome of(CellRun cell, SourceReport source, DestinationReport destination, FaultProof proof) {
        String label = cell.oracle().label();
        long intervalNanos = cell.scenario().interval().toNanos();
        List<JournalRow> sent = new ArrayList<>();
        List<RestartRow> restarts = new ArrayList<>();
        for (SourceReport.Dispatch dispatch : source.dispatches()) {
            sent.add(new JournalRow(
                    cell.run(),
                    label,
                    dispatch.message(),
                    dispatch.attempt(),
                    source.startNanos() + (dispatch.order() - 1) * intervalNanos,
                    dispatch.dispatchedNanos(),
                    OptionalLong.empty()));
            restarts.add(new RestartRow(
                    cell.run(),
                    label,
                    dispatch.message(),
                    dispatch.attempt(),
                    dispatch.dueNanos(),
                    OptionalLong.of(dispatch.dispatchedNanos())));
        }
        return new CellOutcome(
                cell,
                new Journal(sent).join(destination.arrivals()).rows(),
                restarts,
                destination.delivered(),
                destination.duplicatesDelivered(),
                source.unacknowledged(),
                source.longestCallNanos() / 1e9,
                proof,
                source.lateness());
    }
}
