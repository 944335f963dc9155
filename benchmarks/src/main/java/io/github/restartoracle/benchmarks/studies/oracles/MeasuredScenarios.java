package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.Reports;
import io.github.restartoracle.benchmarks.lab.results.ComparisonFiles;
import io.github.restartoracle.benchmarks.lab.results.Evaluation;
import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.OracleRuns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import io.github.restartoracle.benchmarks.lab.testbed.CellOutcome;
import io.github.restartoracle.benchmarks.lab.testbed.CellRun;
import io.github.restartoracle.benchmarks.lab.testbed.DemoRunner;
import io.github.restartoracle.benchmarks.lab.testbed.TestbedRunner;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The suite with the real software: turns the output of its runs into results, files and evidence. */
final class MeasuredScenarios {
    private final SuiteContext context;
    private final SuiteOptions options;
    private final ComparisonSuite suite;
    private final boolean demo;

    MeasuredScenarios(SuiteContext context, ComparisonSuite suite) {
        this.context = context;
        this.options = context.options();
        this.suite = suite;
        this.demo = options.mode() == Mode.DEMO;
    }

    SuiteResult run() throws IOException, InterruptedException {
        Scale scale = suite.scale(options);
        List<Scenario> scenarios = suite.runnable(options).stream()
                .map(scenario ->
                        options.peer() && scenario.transport() == Transport.HTTP ? scenario.withPeer() : scenario)
                .map(scale::apply)
                .toList();
        List<CellRun> cells = CellRun.of(scenarios, scenario -> suite.runs(options, scenario.transport()));
        List<String> defects = new ArrayList<>();
        List<CellOutcome> outcomes = demo ? demonstrated(cells) : measured(cells, defects);
        if (outcomes.isEmpty()) {
            throw new IOException("none of " + cells.size() + " runs has a result");
        }
        Files.createDirectories(context.output());
        Map<Scenario, List<CellOutcome>> byScenario = outcomes.stream()
                .collect(Collectors.groupingBy(
                        outcome -> outcome.cell().scenario(), LinkedHashMap::new, Collectors.toList()));
        List<ScenarioResult> results = new ArrayList<>();
        List<FaultEvidence> faults = new ArrayList<>();
        for (Map.Entry<Scenario, List<CellOutcome>> each : byScenario.entrySet()) {
            results.add(result(each.getKey(), each.getValue()));
            faults.addAll(FaultEvidence.of(
                    each.getKey().title(),
                    each.getValue().stream().map(CellOutcome::proof).toList()));
        }
        ComparisonFiles.write(context.output(), results);
        outcomes.forEach(outcome -> defects.addAll(defects(outcome)));
        if (!demo) {
            // A demonstration has already printed its lateness, and stays valid in spite of it.
            outcomes.stream()
                    .filter(outcome -> !outcome.lateness().sound())
                    .forEach(outcome -> defects.add("HOST  " + outcome.cell().title() + ": " + outcome.lateness()
                            + "; at most " + Math.round(HostLateness.LIMIT_MILLIS)
                            + " ms are sound: run it on a quiet machine"));
        }
        String lateness = outcomes.stream()
                .map(CellOutcome::lateness)
                .reduce(HostLateness::orLater)
                .map(HostLateness::toString)
                .orElse("");
        return SuiteResultBuilder.builder()
                .report(Report.of(results, faults))
                .told(demo ? suite.told(results) : "")
                .faults(faults)
                .defects(defects)
                .environment(Map.of("SYN timer", synTimers(byScenario.keySet()), "lateness", lateness))
                .build();
    }

    /** Returns the times at which SYNs are repeated: by the nodes of the testbed, by this kernel, or by the model of a link. */
    private SynSchedule syn(Scenario scenario) {
        if (!demo) {
            return SynSchedule.LINUX_DOUBLING;
        }
        return DemoRunner.isOverKernel(scenario) ? SynSchedule.ofKernel() : SynSchedule.RFC_6298;
    }

    private String synTimers(Collection<Scenario> scenarios) {
        return scenarios.stream()
                .map(scenario -> syn(scenario).name())
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private List<CellOutcome> demonstrated(List<CellRun> cells) throws IOException, InterruptedException {
        return DemoRunner.run(cells, context.output(), options.seed(), suite.view(context.out()), context.out());
    }

    private List<CellOutcome> measured(List<CellRun> cells, List<String> defects)
            throws IOException, InterruptedException {
        TestbedRunner runner =
                new TestbedRunner(cells, context.output(), options.pairs(), context.classPath(), context.out());
        List<CellOutcome> outcomes = runner.run();
        defects.addAll(runner.failures());
        return outcomes;
    }

    /** Evaluates the runs of a scenario, and writes its journal, its notation and its histograms. */
    private ScenarioResult result(Scenario scenario, List<CellOutcome> outcomes) throws IOException {
        List<OracleRuns> runs = new ArrayList<>();
        for (OracleSpec oracle : scenario.oracles()) {
            List<CellOutcome> own = outcomes.stream()
                    .filter(outcome -> outcome.cell().oracle().equals(oracle))
                    .toList();
            if (!own.isEmpty()) {
                runs.add(new OracleRuns(
                        oracle,
                        own.stream().map(outcome -> outcome.cell().run()).toList(),
                        own.stream().flatMap(o -> o.journal().stream()).toList(),
                        own.stream().flatMap(o -> o.restarts().stream()).toList(),
                        own.stream().mapToInt(CellOutcome::duplicatesDelivered).sum(),
                        own.stream()
                                .mapToDouble(CellOutcome::longestCallSeconds)
                                .max()
                                .getAsDouble()));
            }
        }
        Path output = context.output();
        // One journal per scenario: run and oracle alone do not identify its rows.
        Journal.FILE.write(
                output.resolve(Reports.journalFile(scenario)),
                outcomes.stream().flatMap(outcome -> outcome.journal().stream()).toList());
        Files.writeString(output.resolve(Reports.scenarioFile(scenario)), scenario.notation());
        OracleRuns.writeHistograms(output.resolve("ett-" + scenario.title() + ".hlog"), runs);
        return new Evaluation(scenario, options.mode(), syn(scenario), MailBounds.of(scenario)).ofJournals(runs);
    }

    /** Returns the reasons not to trust a run; empty if there are none. */
    private static List<String> defects(CellOutcome outcome) {
        String title = outcome.cell().title() + ": ";
        List<String> defects = new ArrayList<>();
        outcome.proof().verdicts().stream()
                .filter(verdict -> verdict.outcome() == Outcome.NOT_APPLIED)
                .forEach(verdict -> defects.add(title + verdict));
        OracleSpec oracle = outcome.cell().oracle();
        boolean mayLose = oracle.name().equals("none") || oracle.isPeer();
        if (outcome.unacknowledged() > 0 && !mayLose) {
            defects.add(title + outcome.unacknowledged() + " messages were not acknowledged at the end");
        }
        long arrived = outcome.journal().stream()
                .filter(row -> row.arrivedNanos().isPresent())
                .map(JournalRow::message)
                .distinct()
                .count();
        if (outcome.delivered() != arrived) {
            defects.add(title + "the application got " + outcome.delivered() + " of the " + arrived
                    + " messages that arrived");
        }
        if (outcome.duplicatesDelivered() > 0 && !oracle.isPlain()) {
            defects.add(title + "the application got " + outcome.duplicatesDelivered() + " copies too many");
        }
        return defects;
    }
}
