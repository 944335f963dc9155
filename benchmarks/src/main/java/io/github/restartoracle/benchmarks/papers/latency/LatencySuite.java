package io.github.restartoracle.benchmarks.papers.latency;

import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.RealLinks;
import io.github.restartoracle.benchmarks.lab.suite.SimulatedLinks;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.harness.fault.Direction;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Response times of three files at four rates of loss, in a closed loop and in an open one. */
public final class LatencySuite implements Suite {
    /** The TCP of the blog's machines. */
    private static final Kernel THEN = Kernel.OF_2005;

    private static final int PAPER_REQUESTS = 10_000;
    private static final int QUICK_REQUESTS = 1000;
    private static final int QUICK_SIMULATED = 3000;

    @Override
    public String name() {
        return "http-latency";
    }

    @Override
    public String question() {
        return "What does random packet loss add to the time that an HTTP request takes, by the size of the answer?";
    }

    @Override
    public SuiteResult run(SuiteContext context) throws IOException, InterruptedException {
        boolean full = context.options().full();
        int requests = full ? PAPER_REQUESTS : QUICK_SIMULATED;
        List<LinkOutcome> outcomes = new ArrayList<>();
        for (Kernel kernel : List.of(THEN, Kernel.TODAY)) {
            outcomes.addAll(simulate(context, kernel, requests, Direction.BACKWARD));
        }
        // The blog does not state the direction of its loss, so other directions are run as experiments.
        for (Direction other : List.of(Direction.FORWARD, Direction.BOTH)) {
            simulate(context, THEN, requests, other)
                    .forEach(outcome -> outcomes.add(outcome.withSource(outcome.source() + ", loss " + other)));
        }
        RealLinks real = new RealLinks(context);
        if (context.testbed()) {
            List<LinkPlan> plans = full
                    ? plans(PAPER_REQUESTS, Duration.ofMinutes(20), Direction.BACKWARD)
                    : plans(QUICK_REQUESTS, Duration.ofSeconds(20), Direction.BACKWARD);
            outcomes.addAll(real.run(Kernel.TODAY, plans));
        }
        List<Latency> latencies =
                outcomes.stream().flatMap(LatencySuite::latencies).toList();
        return new LatencyReport(latencies, "simulation, " + THEN).result(real.faults(), real.defects());
    }

    private static List<LinkOutcome> simulate(SuiteContext context, Kernel kernel, int requests, Direction direction)
            throws InterruptedException {
        return new SimulatedLinks(context)
                .run(kernel, plans(requests, Duration.ofHours(1), direction), OptionalInt.empty());
    }

    private static List<LinkPlan> plans(int requests, Duration window, Direction direction) {
        return LatencyCell.PAYLOADS.stream()
                .map(payload -> LatencyPlan.of(payload, requests, window, direction))
                .toList();
    }

    private static Stream<Latency> latencies(LinkOutcome outcome) {
        return LatencyCell.PAYLOADS.stream()
                .flatMap(payload -> LatencyCell.of(payload).stream())
                .filter(cell -> !outcome.of(cell.label()).isEmpty())
                .map(cell -> Latency.of(cell, outcome));
    }
}
