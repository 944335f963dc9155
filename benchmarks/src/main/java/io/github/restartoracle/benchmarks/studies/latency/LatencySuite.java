package io.github.restartoracle.benchmarks.studies.latency;

import io.github.restartoracle.benchmarks.lab.exchange.Kernel;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
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

/** Response times of three files at four rates of loss, in a closed loop and in an open one. */
public final class LatencySuite implements Suite {
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
        List<Latency> latencies = new ArrayList<>();
        SimulatedLinks simulated = new SimulatedLinks(context);
        for (Kernel kernel : List.of(Kernel.OF_2005, Kernel.TODAY)) {
            add(simulated.source(kernel), simulate(simulated, kernel, requests, Direction.BACKWARD), latencies);
        }
        // The blog does not state the direction of its loss, so other directions are run as experiments.
        for (Direction other : List.of(Direction.FORWARD, Direction.BOTH)) {
            add(
                    simulated.source(Kernel.OF_2005) + ", loss " + other,
                    simulate(simulated, Kernel.OF_2005, requests, other),
                    latencies);
        }
        RealLinks real = new RealLinks(context);
        if (context.testbed()) {
            List<LinkPlan> plans = full
                    ? plans(PAPER_REQUESTS, Duration.ofMinutes(20), Direction.BACKWARD)
                    : plans(QUICK_REQUESTS, Duration.ofSeconds(20), Direction.BACKWARD);
            add(real.source(Kernel.TODAY), real.run(Kernel.TODAY, plans), latencies);
        }
        return new LatencyReport(latencies, simulated.source(Kernel.OF_2005)).result(real.faults(), real.defects());
    }

    private static List<LinkOutcome> simulate(
            SimulatedLinks simulated, Kernel kernel, int requests, Direction direction) throws InterruptedException {
        return simulated.run(kernel, plans(requests, Duration.ofHours(1), direction), OptionalInt.empty());
    }

    private static List<LinkPlan> plans(int requests, Duration window, Direction direction) {
        return LatencyCell.PAYLOADS.stream()
                .map(payload -> LatencyPlan.of(payload, requests, window, direction))
                .toList();
    }

    private static void add(String source, List<LinkOutcome> outcomes, List<Latency> latencies) {
        for (LinkOutcome outcome : outcomes) {
            for (int payload : LatencyCell.PAYLOADS) {
                for (LatencyCell cell : LatencyCell.of(payload)) {
                    if (!outcome.of(cell.label()).isEmpty()) {
                        latencies.add(Latency.of(source, cell, outcome));
                    }
                }
            }
        }
    }
}
