package io.github.restartoracle.benchmarks.papers.users;

import io.github.restartoracle.benchmarks.lab.exchange.Call;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Users;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.Links;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Response time and throughput by the number of users, simulated and on a real link. */
public final class UsersSuite implements Suite {
    /** The size of the queue in front of the bottleneck of the testbed's link; the paper's had 4000 packets. */
    static final int QUEUE_BYTES = 128_000;

    /** The time before the measurement, because users begin with a pause. */
    static final Duration WARM_UP = Duration.ofSeconds(5);

    /** The time between two numbers of users, in which exchanges that hang can end. */
    private static final Duration GAP = Duration.ofSeconds(8);

    private static final long BOTTLENECK = 10_000_000;

    /** A request to a web service; the answers are SURGE's. */
    private static final Call CALL = new Call(1283, 8031, Duration.ZERO);

    private static final List<Integer> PAPER = List.of(20, 50, 80, 100, 150, 200, 250, 300, 350, 400);
    private static final List<Integer> QUICK = List.of(20, 50, 100, 200, 300, 400);

    @Override
    public String name() {
        return "simulated-vs-actual";
    }

    @Override
    public String question() {
        return "How near does the simulation of a web service come to a real link, by the number of users?";
    }

    @Override
    public SuiteResult run(SuiteContext context) throws IOException, InterruptedException {
        List<Integer> numbers = context.options().full() ? PAPER : QUICK;
        Duration length = context.options().full() ? Duration.ofSeconds(125) : Duration.ofSeconds(25);
        LinkPlan plan = plan(numbers, length, context.options().seed());
        Links links = new Links(context);
        List<LinkOutcome> outcomes = new ArrayList<>();
        outcomes.addAll(links.simulate(Kernel.TODAY, List.of(plan), OptionalInt.of(QUEUE_BYTES)));
        outcomes.addAll(links.run(Kernel.TODAY, List.of(plan)));
        List<Performance> performances = outcomes.stream()
                .flatMap(outcome -> numbers.stream().map(users -> Performance.of(users, outcome)))
                .toList();
        return new UsersReport(performances).result(links);
    }

    static String label(int users) {
        return "users-" + users;
    }

    /**
     * Returns the plan.
     *
     * @param numbers of users
     * @param length of the time for each number
     * @param seed of pauses and sizes: the same users in simulation and on the real link
     */
    static LinkPlan plan(List<Integer> numbers, Duration length, long seed) {
        List<ExchangePhase> phases = new ArrayList<>();
        Duration from = Duration.ZERO;
        for (int users : numbers) {
            phases.add(new ExchangePhase(label(users), from, length, CALL, new Users(users, seed + users)));
            from = from.plus(length).plus(GAP);
        }
        return new LinkPlan("users", phases, Link.of(BOTTLENECK), FaultSchedule.none());
    }
}
