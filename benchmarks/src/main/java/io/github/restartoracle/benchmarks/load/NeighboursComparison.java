package io.github.restartoracle.benchmarks.load;

import static io.github.restartoracle.benchmarks.load.Contest.column;

import io.github.restartoracle.benchmarks.lab.testbed.ServerPorts;
import io.github.restartoracle.benchmarks.load.NeighboursCaller.Others;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Fifteen healthy paths alone, with five further good ones, and with five paths whose destinations do not answer the TLS
 * handshake, whose messages are blocked in a user's interceptor, or whose destinations answer one byte a second, answer 16 MiB,
 * or refuse connections. The good ones show the cost of the calls themselves. The three cases alternate, each in new processes:
 * {@code ./mvnw -Pneighbours -pl benchmarks -am verify}.
 */
public final class NeighboursComparison {
    static final int HEALTHY = 15;
    static final int OTHERS = 5;

    private static final String ALONE = "alone";
    private static final String GOOD = "beside " + OTHERS + " good";
    private static final String BAD = "beside " + OTHERS + " bad";
    private static final List<String> VALUES =
            List.of("messages/s, saturated", "round trip, median, ms", "round trip, 99 %, ms");

    private NeighboursComparison() {}

    /**
     * Runs the comparison.
     *
     * @param arguments the number of rounds, of messages for each healthy path, and the name of an oracle
     * @throws Exception if a process fails
     */
    public static void main(String[] arguments) throws Exception {
        Contest contest = new Contest(HEALTHY + " healthy paths")
                .with(ALONE, () -> run(Others.NONE, arguments))
                .with(GOOD, () -> run(Others.GOOD, arguments))
                .with(BAD, () -> run(Others.BAD, arguments));
        contest.hold(0, Integer.parseInt(arguments[0]));
        contest.print(
                List.of(0, 1, 2),
                VALUES::get,
                List.of(
                        column(ALONE, 1, value -> contest.median(ALONE, value)),
                        column(GOOD, 1, value -> contest.median(GOOD, value)),
                        column(BAD, 1, value -> contest.median(BAD, value)),
                        column("bad to alone", 2, value -> contest.median(BAD, value) / contest.median(ALONE, value)),
                        column("bad to good", 2, value -> contest.median(BAD, value) / contest.median(GOOD, value))));
    }

    private static double[] run(Others others, String[] arguments) throws IOException {
        int port = ServerPorts.next();
        List<String> service = new ArrayList<>(List.of(Stack.ORACLE.name()));
        for (int i = 0; i < HEALTHY + OTHERS; i++) {
            service.add("http://localhost:" + port + "/orders" + i);
        }
        try (Child destination = new Child(LoadService.class, service.toArray(String[]::new))) {
            destination.hear();
            try (Child source = new Child(
                    NeighboursCaller.class, arguments[2], arguments[1], others.name(), String.valueOf(port))) {
                return source.hear();
            }
        }
    }
}
