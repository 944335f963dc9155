package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangeSimulation;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangeTestbed;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;

/**
 * The links of a suite, in virtual time and in containers: shows progress, keeps exchanges and collects the proofs of faults. Not
 * thread-safe.
 */
public final class Links {
    private static final Duration REPORT_EVERY = Duration.ofSeconds(10);

    private final SuiteContext context;
    private final List<FaultEvidence> faults = new ArrayList<>();
    private final List<String> defects = new ArrayList<>();

    /** Creates the links of a suite, none of which has run. */
    public Links(SuiteContext context) {
        this.context = context;
    }

    /** Simulates plans over links with an unlimited queue. */
    public List<LinkOutcome> simulate(Kernel kernel, List<LinkPlan> plans) throws InterruptedException {
        return simulate(kernel, plans, OptionalInt.empty());
    }

    /**
     * Simulates plans and returns the outcomes in their order. A plan meets the same random events with every variant of TCP. The
     * phases of a plan do not overlap and are run side by side.
     *
     * @param kernel the variant of TCP
     * @param plans any number
     * @param queueBytes size of the queue in front of each link; empty for an unlimited queue
     */
    public List<LinkOutcome> simulate(Kernel kernel, List<LinkPlan> plans, OptionalInt queueBytes)
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
        List<LinkOutcome> outcomes = new ArrayList<>();
        for (LinkPlan plan : plans) {
            List<Exchange> own = new ArrayList<>();
            plan.phases().forEach(phase -> own.addAll(exchanges.next()));
            outcomes.add(new LinkOutcome(source, plan, own, Optional.empty()));
        }
        return outcomes;
    }

    /**
     * Runs plans side by side in containers if the suite runs on the testbed, and writes their exchanges to the directory of the
     * suite's results.
     *
     * @param kernel the settings of the nodes' network
     * @param plans 1 or more
     * @return the outcomes in the order of the plans, without those that failed; empty if the suite is simulated only
     */
    public List<LinkOutcome> run(Kernel kernel, List<LinkPlan> plans) throws IOException, InterruptedException {
        if (context.options().mode() != Mode.TESTBED) {
            return List.of();
        }
        String source = "testbed, " + kernel;
        Duration longest =
                plans.stream().map(LinkPlan::length).max(Duration::compareTo).orElseThrow();
        context.out().printf("%s: starting %d links, which run for %d s%n", source, plans.size(), longest.toSeconds());
        ProgressDisplay progress = new ProgressDisplay(context.out(), NanoClock.system(), longest, REPORT_EVERY);
        ExchangeTestbed testbed = new ExchangeTestbed(context.output().resolve("links"), context.classPath());
        List<LinkOutcome> outcomes = testbed.run(kernel, plans, progress::update);
        progress.say(source + " done");
        testbed.failures().forEach(failure -> defects.add(source + ", " + failure));
        Path directory = Files.createDirectories(context.output());
        for (LinkOutcome outcome : outcomes) {
            String name = outcome.plan().name();
            String file = "exchanges-" + kernel.toString().replace(' ', '-') + "-" + name + ".csv";
            Exchange.FILE.write(directory.resolve(file), outcome.exchanges());
            for (FaultEvidence evidence : FaultEvidence.of(
                    source + ", " + name, outcome.proof().stream().toList())) {
                faults.add(evidence);
                if (evidence.missing()) {
                    defects.add(evidence.scenario() + ": " + evidence.requested() + ": " + evidence.observed());
                }
            }
        }
        return outcomes;
    }

    /** Returns the evidence of the faults so far, one line per fault, direction and link. */
    public List<FaultEvidence> faults() {
        return List.copyOf(faults);
    }

    /** Returns the failures so far: links that failed and faults that were not applied. */
    public List<String> defects() {
        return List.copyOf(defects);
    }
}
