package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.testbed.DemoView;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A demonstration of a minute: one outage, and a few clients side by side. */
public final class StorySuite extends ComparisonSuite {
    private static final String NAME = "story";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String question() {
        return "A link is down for ten seconds: whose orders arrive sooner, and at what price?";
    }

    @Override
    public String directory(SuiteOptions options) {
        return NAME + "-" + transports(options).get(0) + "-" + options.mode().name();
    }

    /** Returns the scale of the files, whose scenarios are short enough. */
    @Override
    public Scale scale(SuiteOptions options) {
        return options.scale().orElse(Scale.PAPER);
    }

    /** Returns 1: a story shows one run of each cell. */
    @Override
    int runs(SuiteOptions options, Transport transport) {
        return options.runs().orElse(1);
    }

    private static List<Transport> transports(SuiteOptions options) {
        return options.transports().isEmpty() ? List.of(Transport.HTTP) : options.transports();
    }

    @Override
    List<Scenario> scenarios(SuiteOptions options) throws IOException {
        if (!options.scenarios().isEmpty()) {
            throw new IllegalArgumentException("suite = \"" + NAME
                    + "\" has a scenario of its own: leave out scenarios," + " or take suite = \"fast-and-fair\"");
        }
        List<Scenario> scenarios = new ArrayList<>();
        for (Transport transport : transports(options)) {
            scenarios.addAll(new ScenarioFiles().resource(getClass(), "story/" + transport + ".yaml"));
        }
        return scenarios;
    }

    @Override
    List<String> measured() {
        return List.of();
    }

    @Override
    DemoView view(PrintStream out) {
        return new QueueView(out, Glyphs.ofConsole());
    }

    @Override
    String told(List<ScenarioResult> results) {
        return results.stream()
                .map(result -> new Story(result, Glyphs.ofConsole()).text())
                .collect(Collectors.joining());
    }
}
