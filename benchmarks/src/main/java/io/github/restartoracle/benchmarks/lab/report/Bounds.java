package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.theory.CausalBound;
import io.github.restartoracle.benchmarks.lab.theory.ClairvoyantBound;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.RandomLoss;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The best ETT that a sender could reach in a scenario, in words. */
final class Bounds {
    private Bounds() {}

    /** Returns the sentence on the bound; empty if no bound is known. */
    static Optional<String> sentence(ScenarioResult result) {
        double clairvoyant = result.bound();
        if (!(clairvoyant > 0)) {
            return Optional.empty();
        }
        String known =
                String.format(Locale.ROOT, "Bounds: %.3f s for a sender that knows all faults beforehand", clairvoyant);
        OptionalDouble causal = causal(result.scenario(), clairvoyant);
        String learnt = causal.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %.3f s for one that learns of them by acknowledgements and their absence and sends nothing in vain",
                        causal.getAsDouble());
        return Optional.of(known + learnt + ".");
    }

    /**
     * Returns the causal bound; empty if the scenario has none. With a connection per attempt the least round trip is hardly
     * more than the one-way time, most of which is set-up. An attempt has no effect if its SYN, the answer to that, or the
     * first segment is lost.
     */
    private static OptionalDouble causal(Scenario scenario, double clairvoyant) {
        if (!scenario.connectsPerAttempt() || !scenario.service().equals(Service.PROMPT)) {
            return OptionalDouble.empty();
        }
        double wait = ClairvoyantBound.ettSeconds(scenario.outages(), scenario.workload(), Duration.ZERO);
        Duration lossFree = Duration.ofNanos(Math.round((clairvoyant - wait) * 1e9));
        List<Fault> faults = scenario.faults().faults();
        if (faults.stream().allMatch(Disruption.class::isInstance)) {
            return OptionalDouble.of(
                    CausalBound.ettSeconds(scenario.outages(), scenario.workload(), lossFree, lossFree));
        }
        if (!faults.stream().allMatch(Bounds::lossThroughout)) {
            return OptionalDouble.empty();
        }
        double there = 1 - scenario.faults().lossAt(Duration.ZERO, Direction.FORWARD);
        double back = 1 - scenario.faults().lossAt(Duration.ZERO, Direction.BACKWARD);
        return OptionalDouble.of(CausalBound.ettSeconds(lossFree, lossFree, 1 - there * back * there));
    }

    private static boolean lossThroughout(Fault fault) {
        return fault instanceof RandomLoss
                && fault.at().isZero()
                && fault.lasting().isEmpty();
    }
}
