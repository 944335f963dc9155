package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import java.util.List;

/**
 * What the runs of one oracle in one scenario have left behind.
 *
 * @param oracle the oracle
 * @param runs how many, 1 or more
 * @param journal all attempts of these runs; rows of other oracles are not allowed
 * @param restarts when the oracle wanted transmissions and when they were made; empty if it was not recorded
 * @param duplicatesDelivered excess copies that the application got, over all runs
 */
public record OracleRuns(
        OracleSpec oracle, int runs, List<AttemptRow> journal, List<RestartRow> restarts, int duplicatesDelivered) {
    public OracleRuns {
        if (runs < 1) {
            throw new IllegalArgumentException("runs must be 1 or more, was " + runs);
        }
        for (AttemptRow row : journal) {
            if (!row.oracle().equals(oracle.label()) || row.run() < 1 || row.run() > runs) {
                throw new IllegalArgumentException("a row of the journal is of another oracle or run: " + row);
            }
        }
        journal = List.copyOf(journal);
        restarts = List.copyOf(restarts);
    }
}
