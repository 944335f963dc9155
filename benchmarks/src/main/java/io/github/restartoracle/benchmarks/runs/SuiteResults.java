package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.report.ConsoleTable;
import io.github.restartoracle.benchmarks.report.FaultEvidence;
import io.github.restartoracle.benchmarks.report.Manifest;
import io.github.restartoracle.benchmarks.report.ReportDirectory;
import io.github.restartoracle.benchmarks.report.ScenarioResult;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.EttHistograms;
import io.github.restartoracle.benchmarks.results.Evaluation;
import io.github.restartoracle.benchmarks.results.OracleRuns;
import io.github.restartoracle.benchmarks.results.PaperTables;
import io.github.restartoracle.benchmarks.results.Source;
import io.github.restartoracle.benchmarks.theory.SynSchedule;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the outcomes of all runs into tables, files and the report. */
final class SuiteResults {
    private final SuiteOptions options;
    private final Source source;
    private final SynSchedule syn;
    private final Instant started;
    private final List<CellOutcome> outcomes;
    private final List<String> failures;

    SuiteResults(
            SuiteOptions options,
            Source source,
            SynSchedule syn,
            Instant started,
            List<CellOutcome> outcomes,
            List<String> failures) {
        this.syn = syn;
        this.failures = List.copyOf(failures);
        this.options = options;
        this.source = source;
        this.started = started;
        this.outcomes = List.copyOf(outcomes);
    }

    /**
     * Writes everything and prints the table.
     *
     * @return the page of the report
     */
    Path publish(PrintStream out, String command) throws IOException {
        Files.createDirectories(options.output());
        List<ScenarioResult> results = new ArrayList<>();
        for (Scenario scenario : scenarios()) {
            List<OracleRuns> runs = runsOf(scenario);
            List<Cell> cells = new Evaluation(scenario, source, PaperTables.ofDefaults(), syn).cells(runs);
            results.add(new ScenarioResult(scenario, cells));
            writeJournal(scenario);
            EttHistograms.write(options.output().resolve("ett-" + scenario.title() + ".hlog"), runs);
        }
        out.println();
        out.println(ConsoleTable.of(
                results.stream().flatMap(result -> result.cells().stream()).toList()));
        Manifest manifest = new Manifest(
                options.suite(), started, options.scale(), options.seed(), command, environment(), evidence());
        return new ReportDirectory(options.output()).write(results, manifest);
    }

    /** What keeps the results from being believed; empty if nothing does. */
    List<String> defects() {
        List<String> defects = new ArrayList<>(failures);
        for (CellOutcome outcome : outcomes) {
            String title = outcome.cell().title();
            outcome.proof().verdicts().stream()
                    .filter(verdict -> verdict.outcome() == Outcome.NOT_APPLIED)
                    .forEach(verdict -> defects.add(title + ": " + verdict));
            OracleSpec oracle = outcome.cell().oracle();
            boolean mayLose = oracle.name().equals("none") || oracle.equals(OracleSpec.CXF);
            if (outcome.unacknowledged() > 0 && !mayLose) {
                defects.add(title + ": " + outcome.unacknowledged() + " messages were not acknowledged at the end");
            }
            long arrived = outcome.journal().stream()
                    .filter(row -> row.arrivedNanos().isPresent())
                    .map(JournalRow::message)
                    .distinct()
                    .count();
            if (outcome.delivered() != arrived) {
                defects.add(title + ": the application got " + outcome.delivered() + " of the " + arrived
                        + " messages that arrived");
            }
            if (outcome.duplicatesDelivered() > 0) {
                defects.add(title + ": the application got " + outcome.duplicatesDelivered() + " copies too many");
            }
        }
        return defects;
    }

    private List<Scenario> scenarios() {
        return outcomes.stream()
                .map(outcome -> outcome.cell().scenario())
                .distinct()
                .toList();
    }

    private List<OracleRuns> runsOf(Scenario scenario) {
        List<OracleRuns> all = new ArrayList<>();
        for (OracleSpec oracle : scenario.oracles()) {
            List<CellOutcome> own = outcomes.stream()
                    .filter(outcome -> outcome.cell().scenario().equals(scenario)
                            && outcome.cell().oracle().equals(oracle))
                    .toList();
            if (!own.isEmpty()) {
                all.add(new OracleRuns(
                        oracle,
                        own.stream().map(outcome -> outcome.cell().run()).toList(),
                        own.stream().flatMap(o -> o.journal().stream()).toList(),
                        own.stream().flatMap(o -> o.restarts().stream()).toList(),
                        own.stream().mapToInt(CellOutcome::duplicatesDelivered).sum()));
            }
        }
        return all;
    }

    /** One journal per scenario: run and oracle alone do not tell its rows apart. */
    private void writeJournal(Scenario scenario) throws IOException {
        try (var writer = Journal.writer(options.output().resolve("journal-" + scenario.title() + ".csv"))) {
            for (CellOutcome outcome : outcomes) {
                if (outcome.cell().scenario().equals(scenario)) {
                    for (JournalRow row : outcome.journal()) {
                        writer.write(row);
                    }
                }
            }
        }
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>(Manifest.currentEnvironment());
        environment.put("SYN timer", syn.name());
        return environment;
    }

    private List<FaultEvidence> evidence() {
        List<FaultEvidence> evidence = new ArrayList<>();
        for (Scenario scenario : scenarios()) {
            evidence.addAll(FaultEvidence.of(
                    scenario.title(),
                    outcomes.stream()
                            .filter(outcome -> outcome.cell().scenario().equals(scenario))
                            .map(CellOutcome::proof)
                            .toList()));
        }
        return evidence;
    }
}
