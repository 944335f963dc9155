package io.github.restartoracle.benchmarks.suites.latency;

import io.github.restartoracle.benchmarks.exchange.Kernel;
import io.github.restartoracle.benchmarks.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.suites.RealLinks;
import io.github.restartoracle.benchmarks.suites.SimulatedLinks;
import io.github.restartoracle.benchmarks.suites.Suite;
import io.github.restartoracle.benchmarks.suites.SuiteContext;
import io.github.restartoracle.benchmarks.suites.SuiteResult;
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
    public SuiteResult run(SuiteContext context) throws IOException {
        List<Latency> latencies = new ArrayList<>();
        SimulatedLinks simulated = new SimulatedLinks(context);
        List<LinkPlan> whole = plans(context.full() ? PAPER_REQUESTS : QUICK_SIMULATED, Duration.ofHours(1));
        for (Kernel kernel : List.of(Kernel.OF_2005, Kernel.TODAY)) {
            add(simulated.source(kernel), simulated.run(kernel, whole, OptionalInt.empty()), latencies);
        }
        RealLinks real = new RealLinks(context);
        if (context.testbed()) {
            List<LinkPlan> plans = context.full()
                    ? plans(PAPER_REQUESTS, Duration.ofMinutes(20))
                    : plans(QUICK_REQUESTS, Duration.ofSeconds(20));
            add(real.source(Kernel.TODAY), real.run(Kernel.TODAY, plans), latencies);
        }
        return new LatencyReport(latencies).result(real.faults(), real.defects());
    }

    private static List<LinkPlan> plans(int requests, Duration window) {
        return LatencyCell.PAYLOADS.stream()
                .map(payload -> LatencyPlan.of(payload, requests, window))
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
