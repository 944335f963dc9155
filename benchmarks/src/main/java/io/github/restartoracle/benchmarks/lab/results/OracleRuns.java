package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.internal.ledger.MessageOutcome;
import io.github.restartoracle.internal.ledger.TransmissionLedger;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The output of the runs of one oracle in one scenario.
 *
 * @param oracle the oracle
 * @param runs the names of the runs, 1 or more
 * @param journal all attempts of these runs, messages numbered from 1; rows of other oracles or runs are not allowed
 * @param restarts the times at which the oracle wanted transmissions and at which they were made; empty if they were not
 *     recorded
 * @param duplicatesDelivered the number of excess copies that the application received, over all runs
 * @param longestCallSeconds the longest time for which a call blocked the application, over all runs; NaN if unknown
 */
public record OracleRuns(
        OracleSpec oracle,
        List<String> runs,
        List<JournalRow> journal,
        List<RestartRow> restarts,
        int duplicatesDelivered,
        double longestCallSeconds) {
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

    /** Counts all messages; those that were never dispatched count as lost. */
    CellStatistics statistics(Scenario scenario) {
        CellStatistics statistics = new CellStatistics(scenario);
        for (String run : runs) {
            CellStatistics own = new CellStatistics(scenario);
            List<MessageOutcome> outcomes = ledger(run).outcomes();
            outcomes.forEach(own::add);
            for (int i = outcomes.size(); i < scenario.messages(); i++) {
                own.lost(0);
            }
            statistics.add(run, own);
        }
        return statistics;
    }

    private TransmissionLedger ledger(String run) {
        TransmissionLedger ledger = new TransmissionLedger();
        for (JournalRow row : journal) {
            if (row.run().equals(run)) {
                ledger.due(row.message(), row.dueNanos());
                ledger.dispatched(row.message(), row.attempt(), row.dispatchedNanos());
                row.arrivedNanos().ifPresent(nanos -> ledger.arrived(row.message(), row.attempt(), nanos));
            }
        }
        return ledger;
    }

    /**
     * Writes the distribution of the ETT in the HdrHistogram log format: one interval for each run, tagged {@code ORACLE-RUN}
     * (blanks as _), values in microseconds.
     */
    public static void writeHistograms(Path file, List<OracleRuns> all) throws IOException {
        try (PrintStream log = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            for (OracleRuns each : all) {
                for (String run : each.runs) {
                    String tag = (each.oracle.label() + "-" + run).replaceAll("\\s", "_");
                    each.ledger(run).writeHistogramLog(log, tag);
                }
            }
            if (log.checkError()) {
                throw new IOException("cannot write " + file);
            }
        }
    }
}
