package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The comparison of "The Fast and the Fair", or of scenarios of the user. */
public final class FastAndFairSuite extends ComparisonSuite {
    private static final String NAME = "fast-and-fair";
    private static final String BY_MAIL = NAME + "-" + Transport.MAIL;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String question() {
        return "How fast are oracles, how many transmissions are for nothing, and how far are they from the bound?";
    }

    @Override
    public String directory(SuiteOptions options) {
        boolean mailOnly = options.scenarios().isEmpty() && options.transports().equals(List.of(Transport.MAIL));
        if (options.mode() == Mode.DEMO) {
            return mailOnly ? "demo-" + Transport.MAIL : "demo";
        }
        return mailOnly && options.mode() == Mode.TESTBED ? BY_MAIL : super.directory(options);
    }

    @Override
    List<Scenario> scenarios(SuiteOptions options) throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        if (!options.scenarios().isEmpty()) {
            for (Path file : options.scenarios()) {
                scenarios.addAll(new ScenarioFiles().read(file));
            }
            return scenarios;
        }
        List<Transport> usual = options.mode() == Mode.TESTBED ? List.of(Transport.HTTP) : List.of(Transport.values());
        for (Transport transport : options.transports().isEmpty() ? usual : options.transports()) {
            scenarios.addAll(PaperScenarios.of(transport));
        }
        return scenarios;
    }

    @Override
    List<Timers> timers(SuiteOptions options) {
        return options.scenarios().isEmpty() ? List.of(Timers.OF_2005, Timers.TODAY) : List.of(Timers.AS_IN_FILE);
    }

    @Override
    List<String> measured() {
        return List.of(NAME, BY_MAIL);
    }
}
