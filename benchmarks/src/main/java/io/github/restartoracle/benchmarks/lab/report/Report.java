package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The contents of the report of a suite. The manifest and the fault proof are added when it is written. The constructor throws
 * {@link IllegalArgumentException} for two figures with one name.
 *
 * @param verdict the outcome in one sentence
 * @param findings further sentences; may be empty
 * @param sections in order
 */
public record Report(String verdict, List<String> findings, List<ReportSection> sections) {
    public Report {
        findings = List.copyOf(findings);
        sections = List.copyOf(sections);
        Set<String> names = new HashSet<>();
        for (ReportSection section : sections) {
            for (Figure figure : section.figures()) {
                if (!names.add(figure.name())) {
                    throw new IllegalArgumentException("two figures are called \"" + figure.name() + "\"");
                }
            }
        }
    }

    /** Returns the report on a comparison of oracles: a section for each scenario, and one that explains the terms. */
    public static Report of(List<ScenarioResult> results, List<FaultEvidence> faults) {
        return new Report(
                        ComparisonSummary.of(results, faults),
                        ComparisonSummary.findings(results),
                        ScenarioSections.of(results, ""))
                .with(List.of(ScenarioSections.words()));
    }

    /** Returns this report with more sections after the present ones. */
    public Report with(List<ReportSection> more) {
        List<ReportSection> all = new ArrayList<>(sections);
        all.addAll(more);
        return new Report(verdict, findings, all);
    }

    Stream<Figure> figures() {
        return sections.stream().flatMap(section -> section.figures().stream());
    }
}
