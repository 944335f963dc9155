package io.github.restartoracle.benchmarks.lab.comparison;

import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.results.EttHistograms;
import io.github.restartoracle.benchmarks.lab.results.Evaluation;
import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.OracleRuns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Source;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.testbed.CellOutcome;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.github.restartoracle.harness.csv.CsvWriter;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A comparison of oracles with the real software: turns the output of its runs into results, files and evidence. */
public final class MeasuredComparison {
    private final Path output;
    private final Source source;
    private final SynSchedule syn;
    private final List<CellOutcome> outcomes;
    private final List<String> failures;

    /**
     * Creates a comparison.
     *
     * @param output the directory for files
     * @param source the place where it was run
     * @param syn the times at which TCP repeated a SYN there
     * @param outcomes one per run
     * @param failures runs without a result
     */
    public MeasuredComparison(
            Path output, Source source, SynSchedule syn, List<CellOutcome> outcomes, List<String> failures) {
        this.output = output;
        this.source = source;
        this.syn = syn;
        this.outcomes = List.copyOf(outcomes);
        this.failures = List.copyOf(failures);
    }

    /**
     * Evaluates all runs, and writes journals, scenarios and histograms.
     *
     * @return one result per scenario
     * @throws IOException if a file cannot be written
     */
    public List<ScenarioResult> results() throws IOException {
        Files.createDirectories(output);
        List<ScenarioResult> results = new ArrayList<>();
        for (Scenario scenario : scenarios()) {
            List<OracleRuns> runs = runsOf(scenario);
            results.add(new Evaluation(scenario, source, syn, MailBounds.of(scenario)).ofJournals(runs));
            writeJournal(scenario);
            Files.writeString(output.resolve(Reports.scenarioFile(scenario)), scenario.notation());
            EttHistograms.write(output.resolve("ett-" + scenario.title() + ".hlog"), runs);
        }
        return results;
    }

    /**
     * Lists the reasons not to trust the results.
     *
     * @return empty if there are none
     */
    public List<String> defects() {
        List<String> defects = new ArrayList<>(failures);
        for (CellOutcome outcome : outcomes) {
            String title = outcome.cell().title();
            outcome.proof().verdicts().stream()
                    .filter(verdict -> verdict.outcome() == Outcome.NOT_APPLIED)
                    .forEach(verdict -> defects.add(title + ": " + verdict));
            OracleSpec oracle = outcome.cell().oracle();
            boolean mayLose = oracle.name().equals("none") || oracle.isPeer();
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

    /**
     * Lists the runs in which the machine was so late that its own delays distort the results.
     *
     * @return empty if none
     */
    public List<String> hostDefects() {
        return outcomes.stream()
                .filter(outcome -> !outcome.lateness().sound())
                .map(outcome -> "HOST  " + outcome.cell().title() + ": " + outcome.lateness() + "; at most "
                        + Math.round(HostLateness.LIMIT_MILLIS) + " ms are sound: run it on a quiet machine")
                .toList();
    }

    /**
     * Returns the lateness of the machine in the worst of all runs.
     *
     * @return empty if there are none
     */
    public Optional<HostLateness> lateness() {
        return outcomes.stream().map(CellOutcome::lateness).reduce(HostLateness::orLater);
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

    /** Writes one journal per scenario: run and oracle alone do not identify its rows. */
    private void writeJournal(Scenario scenario) throws IOException {
        try (CsvWriter<JournalRow> writer = Journal.FILE.writer(output.resolve(Reports.journalFile(scenario)))) {
            for (CellOutcome outcome : outcomes) {
                if (outcome.cell().scenario().equals(scenario)) {
                    for (JournalRow row : outcome.journal()) {
                        writer.write(row);
                    }
                }
            }
        }
    }

    /**
     * Returns the evidence of the faults.
     *
     * @return one line per fault, direction and scenario
     */
    public List<FaultEvidence> evidence() {
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
