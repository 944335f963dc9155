package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The comparison of the defaults of users: the adaptive oracles as they are shipped, and CXF's own queue, on links that fail in
 * many ways.
 */
public final class ShippedSuite extends ComparisonSuite {
    private static final String NAME = "shipped";

    /** The scenarios in the order of the tables. */
    private static final List<String> SCENARIOS = List.of("""
            no-faults cut-10s cut-60s cut-forward cut-backward
            proxy-cut-10s proxy-cut-60s proxy-cut-forward proxy-cut-backward
            steady-cut-1s steady-cut-10s steady-cut-60s fifty-cut-10s steady-far-cut-10s
            steady-proxy-cut-10s
            reset flapping loss-1pct loss-5pct acks-lost slow-link slow-service overload busy tls-fails dead-address
            mail-no-faults mail-cut-10s mail-cut-60s""".split("\\s+"));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String question() {
        return "What do users get, on links and from services that fail, compared with CXF's own queue?";
    }

    /** The files have the numbers of messages that their faults need. */
    @Override
    public Scale scale(SuiteOptions options) {
        return options.mode() == Mode.TESTBED ? options.scale().orElse(Scale.PAPER) : super.scale(options);
    }

    @Override
    int runs(SuiteOptions options, Transport transport) {
        return options.mode() == Mode.TESTBED ? options.runs().orElse(1) : super.runs(options, transport);
    }

    @Override
    List<Scenario> scenarios(SuiteOptions options) throws IOException {
        if (!options.scenarios().isEmpty() || !options.transports().isEmpty()) {
            throw new IllegalArgumentException(
                    "suite = \"" + NAME + "\" has scenarios of its own: leave out scenarios and"
                            + " transport, or take suite = \"fast-and-fair\"");
        }
        ScenarioFiles files = new ScenarioFiles();
        List<Scenario> scenarios = new ArrayList<>();
        for (String name : SCENARIOS) {
            scenarios.addAll(files.resource(getClass(), "shipped/" + name + ".yaml"));
        }
        return options.mode() == Mode.SIMULATION
                ? scenarios.stream().map(ShippedSuite::withIntervalsOfPeer).toList()
                : scenarios;
    }

    /** Adds the intervals of CXF's queue; the queue itself runs on the testbed only. */
    private static Scenario withIntervalsOfPeer(Scenario scenario) {
        if (scenario.transport() == Transport.MAIL) {
            return scenario;
        }
        List<OracleSpec> all = new ArrayList<>(scenario.oracles());
        all.add(OracleSpec.CXF_POLICY);
        return scenario.withOracles(all);
    }
}
