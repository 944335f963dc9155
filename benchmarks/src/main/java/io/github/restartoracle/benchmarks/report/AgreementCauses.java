package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.experiments.Transport;
import io.github.restartoracle.benchmarks.results.MeasuredCell;
import io.github.restartoracle.benchmarks.results.ResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Why a simulated cell does not agree with the measured one, as far as it is known. */
final class AgreementCauses {
    private static final Set<String> ADAPTIVE = Set.of("jacobson-karn", "qest");

    private AgreementCauses() {}

    static String of(MeasuredCell cell) {
        List<String> causes = new ArrayList<>();
        if (cell.ettMayBeChance()) {
            causes.add("Chance: simulated runs of this size have an ETT of " + range(cell.ettRange()) + " s.");
        }
        if (cell.urcMayBeChance()) {
            causes.add("Chance: simulated runs of this size have a URC of " + range(cell.urcRange()) + ".");
        }
        if (cell.unexplained()) {
            causes.add(beyondChance(cell.agreement().left()));
        }
        return String.join(" ", causes);
    }

    private static String beyondChance(ResultRow row) {
        if (row.transport() == Transport.MAIL) {
            return "Polls, queue runs and the mail servers' own times have other phases; one run on the testbed.";
        }
        if (ADAPTIVE.contains(row.oracle())) {
            return "An adaptive timeout is here hardly longer than what the hosts take, so that their scheduling decides"
                    + " about every copy. It is slow for several messages in a row; the simulation draws each time by"
                    + " itself, and knows nothing of what copies cost the hosts.";
        }
        return row.scenario().startsWith("disruption-")
                ? "When the link is back, all copies compete for the hosts too, which decides about the last restarts;"
                        + " here it is " + String.format(Locale.ROOT, "%.0f", 100 * row.urcMean())
                        + " copies per 100 messages."
                : "Not known.";
    }

    private static String range(double... leastAndMost) {
        return String.format(Locale.ROOT, "%.3f to %.3f", leastAndMost[0], leastAndMost[1]);
    }
}
