package io.github.restartoracle.benchmarks.papers.users;

import io.github.restartoracle.benchmarks.lab.exchange.Call;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Users;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Different numbers of users, one after the other over one bottleneck. */
final class UsersPlan {
    /** The size of the queue in front of the bottleneck of the testbed's link; the paper's had 4000 packets. */
    static final int QUEUE_BYTES = 128_000;

    /** The time before the measurement, because users begin with a pause. */
    static final Duration WARM_UP = Duration.ofSeconds(5);

    /** The time between two numbers of users, in which exchanges that hang can end. */
    static final Duration GAP = Duration.ofSeconds(8);

    private static final long BOTTLENECK = 10_000_000;

    /** A request to a web service; the answers are SURGE's. */
    private static final Call CALL = new Call(1283, 8031, Duration.ZERO);

    private UsersPlan() {}

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
    static LinkPlan of(List<Integer> numbers, Duration length, long seed) {
        List<ExchangePhase> phases = new ArrayList<>();
        Duration from = Duration.ZERO;
        for (int users : numbers) {
            phases.add(new ExchangePhase(label(users), from, length, CALL, new Users(users, seed + users)));
            from = from.plus(length).plus(GAP);
        }
        return new LinkPlan("users", phases, Link.of(BOTTLENECK), FaultSchedule.none());
    }
}
