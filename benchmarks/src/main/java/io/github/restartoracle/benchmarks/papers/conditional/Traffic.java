package io.github.restartoracle.benchmarks.papers.conditional;

import io.github.restartoracle.benchmarks.lab.exchange.Call;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Users;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.Links;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Simulated transactions in place of those that the paper's authors saw at their university: users of the web over links whose
 * round trips are in four classes, with and without selective acknowledgements, at 1 % loss and 28 Mbit/s each.
 */
final class Traffic {
    static final List<Integer> RTT_MILLIS = List.of(15, 55, 105, 205);
    static final List<Kernel> KERNELS = List.of(Kernel.OF_STANDARDS, Kernel.STANDARDS_WITH_SACK);
    private static final long ACCESS_LINK = 28_000_000;
    private static final double LOSS = 0.01;
    private static final int USERS = 60;

    private Traffic() {}

    static String log(Kernel kernel, int rttMillis) {
        return "simulated " + kernel + ", " + rttMillis + " ms";
    }

    static List<Transaction> simulate(SuiteContext context, Links links) throws InterruptedException {
        Duration length = context.options().full() ? Duration.ofMinutes(60) : Duration.ofMinutes(4);
        List<LinkPlan> plans = RTT_MILLIS.stream()
                .map(rtt -> plan(rtt, length, context.options().seed()))
                .toList();
        List<Transaction> all = new ArrayList<>();
        for (Kernel kernel : KERNELS) {
            List<LinkOutcome> outcomes = links.simulate(kernel, plans);
            for (int i = 0; i < plans.size(); i++) {
                all.addAll(LogFiles.ofExchanges(
                        log(kernel, RTT_MILLIS.get(i)), outcomes.get(i).exchanges()));
            }
        }
        return all;
    }

    /** Returns several phases side by side, each with separate users. */
    private static LinkPlan plan(int rttMillis, Duration length, long seed) {
        List<ExchangePhase> phases = new ArrayList<>();
        Call call = new Call(400, 8000, Duration.ZERO);
        Duration each = length.dividedBy(4);
        for (int i = 0; i < 4; i++) {
            phases.add(new ExchangePhase("users-" + i, each.multipliedBy(i), each, call, new Users(USERS, seed + i)));
        }
        Link link = new Link(
                OptionalLong.of(ACCESS_LINK), Duration.ofMillis(rttMillis).dividedBy(2), Duration.ZERO);
        FaultSchedule loss = FaultSchedule.of(new RandomLoss(Window.always(), LOSS, Direction.BACKWARD));
        return new LinkPlan("rtt-" + rttMillis, phases, link, loss);
    }
}
