package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.harness.journal.JournalRow;
import java.util.List;

/**
 * What the runs of one oracle in one scenario have left behind.
 *
 * @param oracle the oracle
 * @param runs the names of the runs, 1 or more
 * @param journal all attempts of these runs, messages numbered from 1; rows of other oracles or runs are not allowed
 * @param restarts when the oracle wanted transmissions and when they were made; empty if it was not recorded
 * @param duplicatesDelivered excess copies that the application got, over all runs
 */
public record OracleRuns(
        OracleSpec oracle,
        List<String> runs,
        List<JournalRow> journal,
        List<RestartRow> restarts,
        int duplicatesDelivered) {
    public OracleRuns {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one run");
        }
        for (JournalRow row : journal) {
            if (!row.oracle().equals(oracle.label()) || !runs.contains(row.run()) || row.message() < 1) {
                throw new IllegalArgumentException("a row of the journal is of another oracle or run: " + row);
            }
        }
        journal = List.copyOf(journal);
        restarts = List.copyOf(restarts);
    }
}
