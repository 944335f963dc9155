package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.comparison.ComparisonFiles;
import io.github.restartoracle.benchmarks.lab.comparison.MeasuredComparison;
import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Source;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.suite.Mode;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import io.github.restartoracle.benchmarks.lab.testbed.CellOutcome;
import io.github.restartoracle.benchmarks.lab.testbed.CellRun;
import io.github.restartoracle.benchmarks.lab.testbed.DemoRunner;
import io.github.restartoracle.benchmarks.lab.testbed.DemoView;
import io.github.restartoracle.benchmarks.lab.testbed.TestbedRunner;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A comparison of oracles in scenarios: simulated, in this process over a modelled link, or in containers with faults in the IP
 * layer.
 */
abstract class ComparisonSuite implements Suite {
    /** Returns the scenarios of the files. */
    abstract List<Scenario> scenarios(SuiteOptions options) throws IOException;

    /** Returns the default machines of the simulation. */
    abstract List<Timers> timers(SuiteOptions options);

    /** Returns the directories of the testbed's results for this suite. */
    abstract List<String> measured();

    /** Returns the number of runs of each cell. */
    int runs(SuiteOptions options, Transport transport) {
        return options.runs().orElse(scale(options).runs(transport));
    }

    /** Shows the progress of a demonstration. */
    DemoView view(PrintStream out) {
        return DemoView.percent(out);
    }

    /**
     * Returns the text that the console shows of a demonstration instead of the tables of the report; empty if it shows these.
     */
    String told(List<ScenarioResult> results) {
        return "";
    }

    @Override
    public Scale scale(SuiteOptions options) {
        return options.scale()
                .orElse(
                        switch (options.mode()) {
                            case SIMULATION -> Scale.PAPER;
                            case DEMO -> Scale.DEMO;
                            case TESTBED -> Scale.QUICK;
                        });
    }

    /** Returns the scenarios that can be run: proxies, second addresses and TLS exist on the testbed only. */
    final List<Scenario> runnable(SuiteOptions options) throws IOException {
        List<Scenario> all = scenarios(options);
        if (options.mode() == Mode.TESTBED) {
            return all;
        }
        List<Scenario> without =
                all.stream().filter(scenario -> !scenario.onTestbedOnly()).toList();
        if (without.isEmpty()) {
            throw new IllegalArgumentException("proxy, dead-address and tls-fails: only on the testbed");
        }
        return without;
    }

    @Override
    public final SuiteResult run(SuiteContext context) throws IOException, InterruptedException {
        return context.options().mode() == Mode.SIMULATION
                ? new SimulatedScenarios(context, this).run()
                : real(context);
    }

    private SuiteResult real(SuiteContext context) throws IOException, InterruptedException {
        SuiteOptions options = context.options();
        Scale scale = scale(options);
        List<Scenario> scenarios = runnable(options).stream()
                .map(scenario ->
                        options.peer() && scenario.transport() == Transport.HTTP ? scenario.withPeer() : scenario)
                .map(scale::apply)
                .toList();
        List<CellRun> cells = CellRun.of(scenarios, scenario -> runs(options, scenario.transport()));
        boolean demo = context.options().mode() == Mode.DEMO;
        List<CellOutcome> outcomes;
        List<String> failures = List.of();
        if (demo) {
            outcomes =
                    new DemoRunner(cells, context.output(), options.seed(), view(context.out()), context.out()).run();
        } else {
            TestbedRunner runner =
                    new TestbedRunner(cells, context.output(), options.pairs(), context.classPath(), context.out());
            outcomes = runner.run();
            failures = runner.failures();
        }
        if (outcomes.isEmpty()) {
            throw new IOException("none of " + cells.size() + " runs has a result");
        }
        SynSchedule syn = demo ? SynSchedule.ofKernel() : SynSchedule.LINUX_DOUBLING;
        MeasuredComparison comparison =
                new MeasuredComparison(context.output(), demo ? Source.DEMO : Source.TESTBED, syn, outcomes, failures);
        List<ScenarioResult> results = comparison.results();
        ComparisonFiles.write(context.output(), results);
        List<FaultEvidence> faults = comparison.evidence();
        List<String> defects = new ArrayList<>(comparison.defects());
        if (!demo) {
            // A demonstration has already printed its lateness, and stays valid in spite of it.
            defects.addAll(comparison.hostDefects());
        }
        return SuiteResultBuilder.builder()
                .report(Report.of(results, faults))
                .told(demo ? told(results) : "")
                .faults(faults)
                .defects(defects)
                .environment(Map.of(
                        "SYN timer",
                        syn.name(),
                        "lateness",
                        comparison.lateness().map(HostLateness::toString).orElse("")))
                .build();
    }
}
