package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.benchmarks.load.NeighboursCaller.Others;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

    private NeighboursComparison() {}

    /**
     * Runs the comparison.
     *
     * @param arguments the number of rounds, of messages for each healthy path, and the name of an oracle
     * @throws Exception if a process fails
     */
    @SuppressWarnings("SystemOut") // the table
    public static void main(String[] arguments) throws Exception {
        String good = "beside " + OTHERS + " good";
        String bad = "beside " + OTHERS + " bad";
        Contest contest = new Contest(HEALTHY + " healthy paths")
                .with(ALONE, () -> run(Others.NONE, arguments))
                .with(good, () -> run(Others.GOOD, arguments))
                .with(bad, () -> run(Others.BAD, arguments));
        contest.hold(0, Integer.parseInt(arguments[0]));
        System.out.printf(
                Locale.ROOT,
                "%n%-28s %10s %14s %13s %14s %14s%n",
                contest.title(),
                ALONE,
                good,
                bad,
                "bad to alone",
                "bad to good");
        String[] names = {"messages/s, saturated", "round trip, median, ms", "round trip, 99 %, ms"};
        for (int column = 0; column < names.length; column++) {
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %10.1f %14.1f %13.1f %14.2f %14.2f%n",
                    names[column],
                    contest.median(ALONE, column),
                    contest.median(good, column),
                    contest.median(bad, column),
                    contest.median(bad, column) / contest.median(ALONE, column),
                    contest.median(bad, column) / contest.median(good, column));
        }
    }

    private static double[] run(Others others, String[] arguments) throws IOException {
        int port = Measures.freePort();
        List<String> service = new ArrayList<>(List.of(Stack.ORACLE.name()));
        for (int i = 0; i < HEALTHY + OTHERS; i++) {
            service.add("http://localhost:" + port + "/orders" + i);
        }
        try (Child destination = new Child(LoadService.class, service.toArray(String[]::new))) {
            destination.hear();
            try (Child source = new Child(
                    NeighboursCaller.class, arguments[2], arguments[1], others.name(), String.valueOf(port))) {
                return Measures.numbers(source.hear());
            }
        }
    }
}
