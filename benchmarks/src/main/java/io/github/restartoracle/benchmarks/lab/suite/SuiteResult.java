package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * The results of a suite.
 *
 * @param report for readers
 * @param told the text that the console shows instead of the tables of the report; empty if it shows these
 * @param rows for programs: {@code results.csv}; empty if the suite has written files of its own
 * @param faults the evidence of the faults
 * @param defects the reasons not to trust the results; empty if there are none
 * @param printed the values and claims of papers, with our results
 * @param environment the conditions, other than the options, on which the results depend
 */
@RecordBuilder
public record SuiteResult(
        Report report,
        String told,
        List<Row> rows,
        List<FaultEvidence> faults,
        List<String> defects,
        List<PrintedItem> printed,
        Map<String, String> environment) {
    public SuiteResult {
        told = told == null ? "" : told;
        rows = rows == null ? List.of() : List.copyOf(rows);
        faults = faults == null ? List.of() : List.copyOf(faults);
        defects = defects == null ? List.of() : List.copyOf(defects);
        printed = printed == null ? List.of() : List.copyOf(printed);
        environment = environment == null ? Map.of() : environment;
    }
}
