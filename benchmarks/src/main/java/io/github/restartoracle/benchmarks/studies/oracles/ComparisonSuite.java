package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.testbed.DemoView;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * A comparison of oracles in scenarios: simulated, in this process over a modelled link, or in containers with faults in the IP
 * layer.
 */
abstract class ComparisonSuite implements Suite {
    /** Returns the scenarios of the files. */
    abstract List<Scenario> scenarios(SuiteOptions options) throws IOException;

    /** Returns the default machines of the simulation. */
    List<Timers> timers(SuiteOptions options) {
        return List.of(Timers.AS_IN_FILE);
    }

    /** Returns the directories of the testbed's results for this suite. */
    List<String> measured() {
        return List.of(name());
    }

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

    @Override
    public String directory(SuiteOptions options) {
        return switch (options.mode()) {
            case SIMULATION -> name() + "-simulated";
            case DEMO -> name() + "-" + Mode.DEMO.name();
            case TESTBED -> name();
        };
    }

    /**
     * Returns the scenarios that can be run: proxies, second addresses and TLS exist on the testbed only, and clients without
     * WS-RM are not simulated.
     */
    final List<Scenario> runnable(SuiteOptions options) throws IOException {
        List<Scenario> all = scenarios(options);
        if (options.mode() == Mode.TESTBED) {
            return all;
        }
        List<Scenario> without = all.stream()
                .filter(scenario -> !scenario.onTestbedOnly())
                .map(scenario -> options.mode() == Mode.SIMULATION ? withoutPlain(scenario) : scenario)
                .filter(scenario -> !scenario.oracles().isEmpty())
                .toList();
        if (without.isEmpty()) {
            throw new IllegalArgumentException(
                    "proxy, dead-address and tls-fails: only on the testbed; resilience4j and outbox: not simulated");
        }
        return without;
    }

    private static Scenario withoutPlain(Scenario scenario) {
        return scenario.withOracles(
                scenario.oracles().stream().filter(oracle -> !oracle.isPlain()).toList());
    }

    @Override
    public final SuiteResult run(SuiteContext context) throws IOException, InterruptedException {
        return context.options().mode() == Mode.SIMULATION
                ? new SimulatedScenarios(context, this).run()
                : new MeasuredScenarios(context, this).run();
    }
}
