package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangeTestbed;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a suite that runs in containers: shows progress, keeps exchanges and collects the proofs of faults. Not
 * thread-safe.
 */
public final class RealLinks {
    private static final Duration REPORT_EVERY = Duration.ofSeconds(10);

    private final SuiteContext context;
    private final List<FaultEvidence> faults = new ArrayList<>();
    private final List<String> defects = new ArrayList<>();

    /**
     * Creates it without runs.
     *
     * @param context of the suite
     */
    public RealLinks(SuiteContext context) {
        this.context = context;
    }

    /**
     * Runs plans side by side, and writes their exchanges to the directory of the suite's results.
     *
     * @param kernel the settings of the nodes' network
     * @param plans 1 or more
     * @return the outcomes in the order of the plans, without those that failed
     * @throws IOException if files cannot be written
     * @throws InterruptedException if this thread is interrupted
     */
    public List<LinkOutcome> run(Kernel kernel, List<LinkPlan> plans) throws IOException, InterruptedException {
        String source = "testbed, " + kernel;
        Duration longest =
                plans.stream().map(LinkPlan::length).max(Duration::compareTo).orElseThrow();
        context.out().printf("%s: starting %d links, which run for %d s%n", source, plans.size(), longest.toSeconds());
        ProgressDisplay progress = new ProgressDisplay(context.out(), NanoClock.system(), longest, REPORT_EVERY);
        ExchangeTestbed testbed = context.exchangeTestbed();
        List<LinkOutcome> outcomes = testbed.run(kernel, plans, progress::update);
        progress.say(source + " done");
        testbed.failures().forEach(failure -> defects.add(source + ", " + failure));
        for (LinkOutcome outcome : outcomes) {
            String name = outcome.plan().name();
            Path directory = Files.createDirectories(context.output());
            Exchange.FILE.write(
                    directory.resolve("exchanges-" + kernel.toString().replace(' ', '-') + "-" + name + ".csv"),
                    outcome.exchanges());
            List<FaultEvidence> evidence = FaultEvidence.of(
                    source + ", " + name, outcome.proof().stream().toList());
            faults.addAll(evidence);
            evidence.stream()
                    .filter(FaultEvidence::missing)
                    .forEach(missing ->
                            defects.add(missing.scenario() + ": " + missing.requested() + ": " + missing.observed()));
        }
        return outcomes;
    }

    /**
     * Returns the evidence of the faults so far.
     *
     * @return one line per fault, direction and link
     */
    public List<FaultEvidence> faults() {
        return List.copyOf(faults);
    }

    /**
     * Returns the failures so far.
     *
     * @return links that failed and faults that were not applied
     */
    public List<String> defects() {
        return List.copyOf(defects);
    }
}
