package io.github.restartoracle.benchmarks.papers.latency;

import io.github.restartoracle.benchmarks.lab.exchange.Call;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.Links;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Response times of three files at four rates of loss, in a closed loop and in an open one. */
public final class LatencySuite implements Suite {
    /** The time between two requests of an open loop: the largest file then needs less than half of the link. */
    static final Duration INTERVAL = Duration.ofMillis(50);

    private static final long FAST_ETHERNET = 100_000_000;
    private static final int REQUEST_BYTES = 200;

    /** The size of the headers that a Tomcat writes before a file. */
    private static final int HEAD_BYTES = 230;

    /** The TCP of the blog's machines. */
    private static final Kernel THEN = Kernel.OF_2005;

    private static final int PAPER_REQUESTS = 10_000;
    private static final int QUICK_REQUESTS = 1000;
    private static final int QUICK_SIMULATED = 3000;

    /** The window of a simulated cell. */
    private static final Duration SIMULATED = Duration.ofHours(1);

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
        Links links = new Links(context);
        List<LinkOutcome> outcomes = new ArrayList<>();
        for (Kernel kernel : List.of(THEN, Kernel.TODAY)) {
            outcomes.addAll(links.simulate(kernel, plans(requests, SIMULATED, Direction.BACKWARD)));
        }
        // The blog does not state the direction of its loss, so other directions are run as experiments.
        for (Direction other : List.of(Direction.FORWARD, Direction.BOTH)) {
            for (LinkOutcome outcome : links.simulate(THEN, plans(requests, SIMULATED, other))) {
                outcomes.add(outcome.withSource(outcome.source() + ", loss " + other));
            }
        }
        List<LinkPlan> real = full
                ? plans(PAPER_REQUESTS, Duration.ofMinutes(20), Direction.BACKWARD)
                : plans(QUICK_REQUESTS, Duration.ofSeconds(20), Direction.BACKWARD);
        outcomes.addAll(links.run(Kernel.TODAY, real));
        List<Latency> latencies =
                outcomes.stream().flatMap(LatencySuite::latencies).toList();
        return new LatencyReport(latencies, "simulation, " + THEN).result(links);
    }

    private static List<LinkPlan> plans(int requests, Duration window, Direction direction) {
        return LatencyCell.PAYLOADS.stream()
                .map(payload -> plan(payload, requests, window, direction))
                .toList();
    }

    private static Stream<Latency> latencies(LinkOutcome outcome) {
        return LatencyCell.PAYLOADS.stream()
                .flatMap(payload -> LatencyCell.of(payload).stream())
                .filter(cell -> !outcome.of(cell.label()).isEmpty())
                .map(cell -> Latency.of(cell, outcome));
    }

    /**
     * Returns the plan of a payload.
     *
     * @param requests of each cell, at most
     * @param direction the direction of the packets that are lost: the blog does not state it
     * @param window of each cell, whole seconds: a closed loop that is not done by then ends early
     */
    static LinkPlan plan(int payloadBytes, int requests, Duration window, Direction direction) {
        List<ExchangePhase> phases = new ArrayList<>();
        FaultSchedule faults = FaultSchedule.none();
        Duration from = Duration.ZERO;
        Call call = new Call(REQUEST_BYTES, HEAD_BYTES + payloadBytes, Duration.ZERO);
        for (LatencyCell cell : LatencyCell.of(payloadBytes)) {
            int fitting = (int) Math.min(requests, window.dividedBy(INTERVAL));
            RequestTimes load = cell.open() ? new Paced(fitting, Duration.ZERO, INTERVAL) : new Sequential(requests);
            // The last second stays free, so that requests that hang at the end of a window do not overlap the next
            // one.
            Duration used = window.minusSeconds(1);
            phases.add(new ExchangePhase(cell.label(), from, cell.open() ? window : used, call, load));
            if (cell.lossPercent() > 0) {
                faults = faults.and(
                        new RandomLoss(Window.once(from, Optional.of(window)), cell.lossPercent() / 100, direction));
            }
            from = from.plus(window);
        }
        return new LinkPlan("payload-" + payloadBytes, phases, Link.of(FAST_ETHERNET), faults);
    }
}
