package io.github.restartoracle.benchmarks.papers.users;

import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.RealLinks;
import io.github.restartoracle.benchmarks.lab.suite.SimulatedLinks;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Response time and throughput by the number of users, simulated and on a real link. */
public final class UsersSuite implements Suite {
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
        LinkPlan plan = UsersPlan.of(numbers, length, context.options().seed());
        OptionalInt queue = OptionalInt.of(UsersPlan.QUEUE_BYTES);
        List<LinkOutcome> outcomes =
                new ArrayList<>(new SimulatedLinks(context).run(Kernel.TODAY, List.of(plan), queue));
        RealLinks real = new RealLinks(context);
        if (context.testbed()) {
            outcomes.addAll(real.run(Kernel.TODAY, List.of(plan)));
        }
        List<Performance> performances = outcomes.stream()
                .flatMap(outcome -> numbers.stream().map(users -> Performance.of(users, outcome)))
                .toList();
        return new UsersReport(performances).result(real.faults(), real.defects());
    }
}
