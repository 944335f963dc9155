package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.comparison.ComparisonFiles;
import io.github.restartoracle.benchmarks.lab.comparison.Experiments;
import io.github.restartoracle.benchmarks.lab.comparison.Reports;
import io.github.restartoracle.benchmarks.lab.comparison.SimulatedComparison;
import io.github.restartoracle.benchmarks.lab.comparison.SimulatedComparison.Simulated;
import io.github.restartoracle.benchmarks.lab.report.ComparisonSummary;
import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.report.Manifest;
import io.github.restartoracle.benchmarks.lab.report.OracleSection;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.report.ScenarioSections;
import io.github.restartoracle.benchmarks.lab.report.SweepSection;
import io.github.restartoracle.benchmarks.lab.results.PaperAgreement;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import io.github.restartoracle.harness.fault.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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
        for (Timers timers : timers()) {
            parts.add(simulate(timers));
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        for (Part part : parts) {
            write(part);
        }
        long messages = parts.stream()
                .flatMap(part -> part.results().stream())
                .mapToLong(result -> (long) result.scenario().messages()
                        * result.cells().stream()
                                .mapToInt(cell -> cell.points().size())
                                .sum())
                .sum();
        context.out()
                .printf(Locale.ROOT, "%,d messages in %.1f s with %d threads%n", messages, seconds, options.threads());
        return report(parts);
    }

    private List<Timers> timers() {
        return options.timers().isEmpty() ? suite.timers(options) : options.timers();
    }

    private Part simulate(Timers timers) throws InterruptedException {
        List<Simulated> simulated = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            Scenario scaled = scale.apply(timers.applyTo(scenario));
            simulated.add(new Simulated(scaled, asked(timers.settings(scaled))));
        }
        List<ScenarioResult> results = options.precision().isPresent()
                ? comparison.run(timers.title(), simulated, options.precision().get())
                : comparison.run(timers.title(), simulated, this::runs);
        return new Part(timers, simulated, results);
    }

    private SimulationSettings asked(SimulationSettings settings) {
        SimulationSettings asked = settings;
        if (options.processing().isPresent()) {
            Duration half = options.processing().get().dividedBy(2);
            asked = asked.withSending(half).withReceiving(half);
        }
        if (options.decoupled().isPresent()) {
            asked = asked.withDecoupledAfter(options.decoupled());
        }
        return options.bursts().isPresent() ? asked.withBursts(options.bursts()) : asked;
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
                comparison.writeJournal(
                        data.resolve(Reports.journalFile(scenario)),
                        part.simulated().get(i),
                        result);
            }
        }
        manifest(part.results()).write(data.resolve("manifest.json"));
    }

    /** Returns the manifest for the data of one kind of timers, with the parts that a report of them needs. */
    private Manifest manifest(List<ScenarioResult> results) {
        return new Manifest(
                suite.name(),
                "",
                scale.toString(),
                options.seed(),
                "",
                Map.of(),
                Manifest.currentEnvironment(),
                evidence(results));
    }

    private static List<FaultEvidence> evidence(List<ScenarioResult> results) {
        List<FaultEvidence> evidence = new ArrayList<>();
        for (ScenarioResult result : results) {
            for (Fault fault : result.scenario().faults().faults()) {
                evidence.add(FaultEvidence.modelled(result.title(), fault.notation()));
            }
        }
        return evidence.stream().distinct().toList();
    }

    private SuiteResult report(List<Part> parts) throws IOException, InterruptedException {
        List<FaultEvidence> faults =
                evidence(parts.stream().flatMap(part -> part.results().stream()).toList());
        List<String> verdicts = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        List<ReportSection> sections = new ArrayList<>();
        List<PrintedItem> printed = new ArrayList<>();
        for (Part part : parts) {
            List<PaperAgreement> cells = PaperAgreement.of(rows(part.results()));
            if (part.timers() == Timers.OF_2005 && !cells.isEmpty()) {
                Experiments experiments = experiments(part);
                PaperSection section = new PaperSection(part.results(), cells, experiments);
                verdicts.add(section.sentence());
                sections.add(section.section(part.title()));
                printed.addAll(new PrintedResults(part.results(), experiments).items());
            }
            findings.add(capital(part.title()) + ". " + ComparisonSummary.of(part.results(), faults));
            findings.addAll(ComparisonSummary.findings(part.results()));
        }
        Optional<AgreementSection> agreement =
                new AsMeasured(context, comparison, suite.measured(), scenarios).section();
        if (agreement.isPresent()) {
            verdicts.add(agreement.get().sentence());
            sections.add(agreement.get().section());
            context.out().println(agreement.get().sentence());
        }
        for (Part part : parts) {
            sections.addAll(SweepSection.of(part.results(), part.title()));
            sections.addAll(ScenarioSections.of(part.results(), part.title()));
        }
        for (Part part : parts) {
            sections.add(new OracleSection(part.results()).section(part.title()));
        }
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

    private Experiments experiments(Part part) throws InterruptedException {
        if (!options.experiments()) {
            return Experiments.none();
        }
        return Experiments.run(
                comparison,
                part.simulated(),
                part.results(),
                PaperExperiments.ofThePaper(),
                this::runs,
                PaperSection::agreements);
    }

    private static List<Row> rows(List<ScenarioResult> results) {
        return results.stream().flatMap(result -> result.rows().stream()).toList();
    }

    private static String capital(String title) {
        return Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }
}
