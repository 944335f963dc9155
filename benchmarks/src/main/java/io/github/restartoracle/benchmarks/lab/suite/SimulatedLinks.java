package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangeSimulation;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;

/** The part of a suite that runs in virtual time. Not thread-safe. */
public final class SimulatedLinks {
    private final SuiteContext context;

    /**
     * Creates it without runs.
     *
     * @param context of the suite
     */
    public SimulatedLinks(SuiteContext context) {
        this.context = context;
    }

    /**
     * Runs plans. A plan meets the same random events with every variant of TCP. The phases of a plan do not overlap and are
     * run side by side.
     *
     * @param kernel the variant of TCP
     * @param plans any number
     * @param queueBytes size of the queue in front of each link; empty for an unlimited queue
     * @return the outcomes in the order of the plans
     * @throws InterruptedException if this thread is interrupted
     */
    public List<LinkOutcome> run(Kernel kernel, List<LinkPlan> plans, OptionalInt queueBytes)
            throws InterruptedException {
        List<Callable<List<Exchange>>> parts = new ArrayList<>();
        for (LinkPlan plan : plans) {
            long seed = context.options().seed() + plan.name().hashCode();
            for (int phase = 0; phase < plan.phases().size(); phase++) {
                int number = phase;
                parts.add(() -> ExchangeSimulation.run(plan, number, kernel, queueBytes, seed));
            }
        }
        String source = "simulation, " + kernel;
        Iterator<List<Exchange>> exchanges =
                context.workers().run(source, parts).iterator();
        return plans.stream()
                .map(plan -> new LinkOutcome(
                        source,
                        plan,
                        plan.phases().stream()
                                .flatMap(phase -> exchanges.next().stream())
                                .toList(),
                        Optional.empty()))
                .toList();
    }
}
