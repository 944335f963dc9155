package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.experiments.Transport;
import io.github.restartoracle.benchmarks.results.MeasuredCell;
import io.github.restartoracle.benchmarks.results.ResultRow;
import java.util.Set;

/** Why a simulated cell does not agree with the measured one, as far as it is known. */
final class AgreementCauses {
    private static final Set<String> ADAPTIVE = Set.of("jacobson-karn", "qest");

    private static final Cause CHANCE = new Cause(
            "chance",
            "some simulated run of as many messages is as far to the same side; the ranges of the simulated runs stand"
                    + " beside.");
    private static final Cause HOSTS = new Cause(
            "hosts",
            "an adaptive timeout is here hardly longer than what the hosts take, so that their scheduling decides about"
                    + " every copy. They are slow for several messages in a row; the simulation draws each time by itself,"
                    + " takes the way back, which is not measured, to be like the way there, and knows nothing of what"
                    + " copies cost the hosts.");
    private static final Cause RUSH = new Cause(
            "rush",
            "when the link is back, all copies compete for the hosts too, which decides about the last restarts.");
    private static final Cause PHASES =
            new Cause("phases", "polls and queue runs have other phases on the testbed, for a whole run.");
    private static final Cause UNKNOWN = new Cause("not known", "more than chance, and nobody has looked into it.");

    private AgreementCauses() {}

    static Cause of(MeasuredCell cell) {
        if (cell.agreement().holds()) {
            return Cause.NONE;
        }
        if (!cell.unexplained()) {
            return CHANCE;
        }
        ResultRow row = cell.agreement().left();
        if (row.transport() == Transport.MAIL) {
            return PHASES;
        }
        if (ADAPTIVE.contains(row.oracle())) {
            return HOSTS;
        }
        return row.scenario().startsWith("disruption-") ? RUSH : UNKNOWN;
    }
}
