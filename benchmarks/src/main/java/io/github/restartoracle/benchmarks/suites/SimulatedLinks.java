package io.github.restartoracle.benchmarks.suites;

import io.github.restartoracle.benchmarks.exchange.ExchangeSimulation;
import io.github.restartoracle.benchmarks.exchange.Kernel;
import io.github.restartoracle.benchmarks.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.exchange.LinkPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** The part of a suite that runs in virtual time. Not thread-safe. */
public final class SimulatedLinks {
    private final SuiteContext context;

    /**
     * Nothing has run yet.
     *
     * @param context of the suite
     */
    public SimulatedLinks(SuiteContext context) {
        this.context = context;
    }

    /**
     * How results are labelled.
     *
     * @param kernel what TCP does
     * @return such as {@code simulation, 2005}
     */
    public String source(Kernel kernel) {
        return "simulation, " + kernel;
    }

    /**
     * Runs plans, one after the other, with the same luck for the same plan whatever TCP does.
     *
     * @param kernel what TCP does
     * @param plans any number
     * @param queueBytes room in front of each link; empty for a queue without end
     * @return the outcomes in the order of the plans
     */
    public List<LinkOutcome> run(Kernel kernel, List<LinkPlan> plans, OptionalInt queueBytes) {
        long begin = System.nanoTime();
        List<LinkOutcome> outcomes = new ArrayList<>();
        for (LinkPlan plan : plans) {
            outcomes.add(ExchangeSimulation.run(
                    plan, kernel, queueBytes, context.seed() + plan.name().hashCode()));
        }
        int exchanges = outcomes.stream()
                .mapToInt(outcome -> outcome.exchanges().size())
                .sum();
        context.out()
                .printf(
                        Locale.ROOT,
                        "%s: %d links, %d exchanges in %.1f s%n",
                        source(kernel),
                        plans.size(),
                        exchanges,
                        (System.nanoTime() - begin) / 1e9);
        return outcomes;
    }
}
