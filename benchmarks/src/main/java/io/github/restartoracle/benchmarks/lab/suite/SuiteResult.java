package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * What a suite has found.
 *
 * @param report for people
 * @param told what the console shows instead of the tables of the report; empty if it shows these
 * @param rows for machines: {@code results.csv}; empty if the suite has written files of its own
 * @param faults what is known of the faults
 * @param defects what keeps the results from being believed; empty if nothing does
 * @param printed what papers print, beside what came out
 * @param environment what the results depend on beside the options
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
