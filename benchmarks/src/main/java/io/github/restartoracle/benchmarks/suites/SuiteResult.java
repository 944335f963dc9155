package io.github.restartoracle.benchmarks.suites;

import io.github.restartoracle.benchmarks.report.FaultEvidence;
import io.github.restartoracle.benchmarks.report.Report;
import java.util.List;

/**
 * What a suite has found.
 *
 * @param report for people
 * @param rows for machines: {@code results.csv}
 * @param faults what was proven of the faults on real links
 * @param defects what keeps the results from being believed; empty if nothing does
 */
public record SuiteResult(Report report, ResultRows rows, List<FaultEvidence> faults, List<String> defects) {
    public SuiteResult {
        faults = List.copyOf(faults);
        defects = List.copyOf(defects);
    }
}
