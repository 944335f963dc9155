package io.github.restartoracle.benchmarks.suites;

import io.github.restartoracle.benchmarks.suites.conditional.ConditionalSuite;
import io.github.restartoracle.benchmarks.suites.latency.LatencySuite;
import io.github.restartoracle.benchmarks.suites.position.PositionSuite;
import io.github.restartoracle.benchmarks.suites.users.UsersSuite;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The suites by their names. */
public final class Suites {
    private Suites() {}

    /**
     * Every suite.
     *
     * @return in the order of the seeds
     */
    public static List<Suite> all() {
        return List.of(new PositionSuite(), new LatencySuite(), new UsersSuite(), new ConditionalSuite());
    }

    /**
     * One suite.
     *
     * @param name what it is called
     * @return the suite; empty if none is called that
     */
    public static Optional<Suite> find(String name) {
        return all().stream().filter(suite -> suite.name().equals(name)).findFirst();
    }

    /**
     * What there is to choose from.
     *
     * @return the names, separated by commas
     */
    public static String names() {
        return all().stream().map(Suite::name).collect(Collectors.joining(", "));
    }
}
