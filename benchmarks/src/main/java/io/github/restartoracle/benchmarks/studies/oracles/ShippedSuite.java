package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
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
public class ShippedSuite extends ComparisonSuite {
    private final String name;
    private final String question;

    /** The scenarios in the order of the tables. */
    private final List<String> files;

    /** Creates the suite. */
    public ShippedSuite() {
        this("shipped", "What do users get, on links and from services that fail, compared with CXF's own queue?", """
                no-faults cut-10s cut-60s cut-forward cut-backward
                proxy-cut-10s proxy-cut-60s proxy-cut-forward proxy-cut-backward
                reset flapping loss-1pct loss-5pct acks-lost slow-link slow-service overload busy tls-fails dead-address
                mail-no-faults mail-cut-10s mail-cut-60s""");
    }

    ShippedSuite(String name, String question, String files) {
        this.name = name;
        this.question = question;
        this.files = List.of(files.split("\\s+"));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String question() {
        return question;
    }

    @Override
    List<Scenario> scenarios(SuiteOptions options) throws IOException {
        if (!options.scenarios().isEmpty() || !options.transports().isEmpty()) {
            throw new IllegalArgumentException(
                    "suite = \"" + name + "\" has scenarios of its own: leave out scenarios and"
                            + " transport, or take suite = \"fast-and-fair\"");
        }
        ScenarioFiles reader = new ScenarioFiles();
        List<Scenario> scenarios = new ArrayList<>();
        for (String file : files) {
            scenarios.addAll(reader.resource(ShippedSuite.class, name + "/" + file + ".yaml"));
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
