package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.results.MeasuredCell;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The comparison of oracles in virtual time: with each kind of timers, against the paper and against the testbed. */
public final class SimulationReport {
    private SimulationReport() {}

    /**
     * What was simulated with one kind of timers.
     *
     * @param title sets it apart from the others, such as {@code timers: 2005}
     * @param ofThePaper whether the paper's machines are meant, so that its tables are what should come out
     * @param results the scenarios in order, 1 or more
     */
    public record Part(String title, boolean ofThePaper, List<ScenarioResult> results) {
        public Part {
            results = List.copyOf(results);
        }
    }

    /**
     * Cells that were simulated as they were measured.
     *
     * @param cells simulated and measured
     * @param conditions what the simulation has taken from the measurement; one sentence
     */
    public record Measured(List<MeasuredCell> cells, String conditions) {
        public Measured {
            cells = List.copyOf(cells);
        }

        /**
         * Nothing was measured.
         *
         * @return no cells
         */
        public static Measured none() {
            return new Measured(List.of(), "");
        }
    }

    /**
     * The report.
     *
     * @param parts 1 or more
     * @param measured what there is to compare with
     * @param manifest what it was run with
     * @return the page's content
     */
    public static Report of(List<Part> parts, Measured measured, Manifest manifest) {
        List<String> verdicts = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        List<ReportSection> sections = new ArrayList<>();
        for (Part part : parts) {
            if (part.ofThePaper()) {
                PaperSection paper = new PaperSection(part.results());
                paper.sentence().ifPresent(verdicts::add);
                paper.section(part.title()).ifPresent(sections::add);
            }
            findings.add(capital(part.title()) + ". " + Verdict.of(part.results(), manifest));
            Verdict.findings(part.results()).forEach(findings::add);
        }
        if (!measured.cells().isEmpty()) {
            AgreementSection agreement = new AgreementSection(measured.cells(), measured.conditions());
            verdicts.add(agreement.sentence());
            sections.add(agreement.section());
        }
        for (Part part : parts) {
            sections.addAll(ScenarioSections.of(part.results(), part.title()));
        }
        for (Part part : parts) {
            sections.add(new OracleSection(part.results()).section(part.title()));
        }
        sections.add(ScenarioSections.words());
        if (verdicts.isEmpty()) {
            verdicts.add(findings.remove(0));
        }
        return new Report(verdicts.stream().collect(Collectors.joining(" ")), findings, sections);
    }

    private static String capital(String title) {
        return Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }
}
