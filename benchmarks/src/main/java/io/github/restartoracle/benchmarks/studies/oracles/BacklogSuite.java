package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;

/** Compares how soon the backlog of an outage arrives, also behind proxies, and beside clients without WS-RM. */
public final class BacklogSuite extends ShippedSuite {
    /** Creates the suite. */
    public BacklogSuite() {
        super("backlog", "How soon after an outage does what has waited arrive, and what is called then?", """
                cut-1s cut-10s cut-60s fifty-cut-10s far-cut-10s proxy-cut-10s""");
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
}
