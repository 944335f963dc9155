package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** All phases of a plan in virtual time, for tests of other packages. */
public final class SimulatedPlan {
    private SimulatedPlan() {}

    public static LinkOutcome run(LinkPlan plan, Kernel kernel, OptionalInt queueBytes, long seed) {
        List<Exchange> exchanges = new ArrayList<>();
        for (int phase = 0; phase < plan.phases().size(); phase++) {
            exchanges.addAll(ExchangeSimulation.run(plan, phase, kernel, queueBytes, seed));
        }
        return new LinkOutcome("simulation, " + kernel, plan, exchanges, Optional.empty());
    }
}
