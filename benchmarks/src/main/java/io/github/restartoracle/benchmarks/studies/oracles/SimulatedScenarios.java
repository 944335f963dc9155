package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.report.ComparisonSummary;
import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.report.Manifest;
import io.github.restartoracle.benchmarks.lab.report.OracleSection;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.report.Reports;
import io.github.restartoracle.benchmarks.lab.report.ScenarioSections;
import io.github.restartoracle.benchmarks.lab.report.SweepSection;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.ComparisonFiles;
import io.github.restartoracle.benchmarks.lab.results.PaperCell;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import io.github.restartoracle.benchmarks.studies.oracles.SimulatedComparison.Simulated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The suite in virtual time: a directory of data for each kind of timers, one report for all. Results of the testbed in the
 * directory beside it are simulated under the measured conditions, and compared.
 */
final class SimulatedScenarios {
    private final SuiteContext context;
    private final ComparisonSuite suite;
    private final SuiteOptions options;
    private final Scale scale;
    private final SimulatedComparison comparison;
    private final List<Scenario> scenarios;
    private final List<String> verdicts = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private final List<ReportSection> sections = new ArrayList<>();
    private final List<PrintedItem> printed = new ArrayList<>();

    SimulatedScenarios(SuiteContext context, ComparisonSuite suite) throws IOException {
        this.context = context;
        this.suite = suite;
        this.options = context.options();
        this.scale = suite.scale(options);
        this.comparison = new SimulatedComparison(options.seed(), context.workers());
        this.scenarios = suite.runnable(options);
    }

    /** The simulations with one kind of timers. */
    private record Part(Timers timers, List<Simulated> simulated, List<ScenarioResult> results) {
        String title() {
            return timers.title();
        }
    }

    SuiteResult run() throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        List<Part> parts = new ArrayList<>();
        for (Timers timers : options.timers().isEmpty() ? suite.timers(options) : options.timers()) {
            parts.add(simulate(timers));
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        long messages = 0;
        for (Part part : parts) {
            write(part);
            for (ScenarioResult result : part.results()) {
                for (Cell cell : result.cells()) {
                    messages +=
                            (long) result.scenario().messages() * cell.points().size();
                }
            }
        }
        context.out()
                .printf(Locale.ROOT, "%,d messages in %.1f s with %d threads%n", messages, seconds, options.threads());
        return report(parts);
    }

    private Part simulate(Timers timers) throws InterruptedException {
        List<Simulated> simulated = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            Scenario scaled = scale.apply(timers.applyTo(scenario));
            simulated.add(new Simulated(scaled, options.applyTo(timers.settings(scaled))));
        }
        List<ScenarioResult> results = options.precision().isPresent()
                ? comparison.run(timers.title(), simulated, options.precision().get())
                : comparison.run(timers.title(), simulated, this::runs);
        return new Part(timers, simulated, results);
    }

    private int runs(Scenario scenario) {
        return options.runs().orElse(scale.runs(scenario.transport()));
    }

    private void write(Part part) throws IOException {
        Path data = context.output().resolve(part.timers().toString());
        ComparisonFiles.write(data, part.results());
        for (int i = 0; i < part.results().size(); i++) {
            ScenarioResult result = part.results().get(i);
            Scenario scenario = result.scenario();
            Files.writeString(data.resolve(Reports.scenarioFile(scenario)), scenario.notation());
            if (options.journal()) {
                Path journal = data.resolve(Reports.journalFile(scenario));
                comparison.writeJournal(journal, part.simulated().get(i), result);
            }
        }
        // Has the parts that a report of these data needs.
        Manifest manifest = new Manifest(
                suite.name(),
                "",
                scale.toString(),
                options.seed(),
                "",
                Map.of(),
                Manifest.currentEnvironment(),
                evidence(part.results().stream()));
        manifest.write(data.resolve("manifest.json"));
    }

    private static List<FaultEvidence> evidence(Stream<ScenarioResult> results) {
        return results.flatMap(result ->
                        FaultEvidence.modelled(result.title(), result.scenario().faults()).stream())
                .distinct()
                .toList();
    }

    private SuiteResult report(List<Part> parts) throws IOException, InterruptedException {
        List<FaultEvidence> faults = evidence(parts.stream().flatMap(part -> part.results().stream()));
        for (Part part : parts) {
            if (part.timers() == Timers.OF_2005
                    && !PaperCell.compared(part.results()).isEmpty()) {
                addPaper(part);
            }
            String title = part.title();
            findings.add(Character.toUpperCase(title.charAt(0)) + title.substring(1) + ". "
                    + ComparisonSummary.of(part.results(), faults));
            findings.addAll(ComparisonSummary.findings(part.results()));
        }
        Optional<AgreementSection> agreement = new AsMeasured(context, comparison, scenarios).section(suite.measured());
        if (agreement.isPresent()) {
            verdicts.add(agreement.get().sentence());
            sections.add(agreement.get().section());
            context.out().println(agreement.get().sentence());
        }
        for (Part part : parts) {
            sections.addAll(SweepSection.of(part.results(), part.title()));
            sections.addAll(ScenarioSections.of(part.results(), part.title()));
        }
        parts.forEach(part -> sections.add(OracleSection.of(part.results(), part.title())));
        sections.add(ScenarioSections.words());
        if (verdicts.isEmpty()) {
            verdicts.add(findings.remove(0));
        }
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put(
                "timers", parts.stream().map(part -> part.timers().toString()).collect(Collectors.joining(",")));
        environment.put(
                "SYN timer",
                parts.stream()
                        .flatMap(part -> part.simulated().stream())
                        .map(each -> each.settings().tcp().syn().name())
                        .distinct()
                        .collect(Collectors.joining("; ")));
        return SuiteResultBuilder.builder()
                .report(new Report(String.join(" ", verdicts), findings, sections))
                .faults(faults)
                .printed(PrintedItem.of("fast and fair", printed))
                .environment(environment)
                .build();
    }

    private void addPaper(Part part) throws InterruptedException {
        Experiments experiments = Experiments.run(
                comparison,
                part.simulated(),
                part.results(),
                options.experiments() ? PaperExperiments.ofThePaper() : List.of(),
                this::runs,
                PaperSection::agreements);
        PaperSection section = new PaperSection(part.results(), experiments);
        verdicts.add(section.sentence());
        sections.add(section.section(part.title()));
        printed.addAll(new PrintedResults(part.results(), experiments).items());
    }
}
