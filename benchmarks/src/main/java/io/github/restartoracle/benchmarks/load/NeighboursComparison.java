package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.benchmarks.load.NeighboursCaller.Others;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Fifteen healthy paths alone, with five further good ones, and with five paths whose destinations do not answer the TLS
 * handshake, whose messages are blocked in a user's interceptor, or whose destinations answer one byte a second, answer 16 MiB,
 * or refuse connections. The good ones show the cost of the calls themselves. The three cases alternate, each in new processes:
 * {@code ./mvnw -Pneighbours -pl benchmarks -am verify}.
 */
public final class NeighboursComparison {
    static final int HEALTHY = 15;
    static final int OTHERS = 5;

    private record Result(double perSecond, double medianMillis, double p99Millis) {
        static Result of(String line) {
            double[] numbers = Measures.numbers(line);
            return new Result(numbers[0], numbers[1], numbers[2]);
        }

        double column(int column) {
            return new double[] {perSecond, medianMillis, p99Millis}[column];
        }
    }

    private NeighboursComparison() {}

    /**
     * Runs the comparison.
     *
     * @param arguments the number of rounds, of messages for each healthy path, and the name of an oracle
     * @throws IOException if a process fails
     */
    @SuppressWarnings("SystemOut") // the table
    public static void main(String[] arguments) throws IOException {
        int rounds = Integer.parseInt(arguments[0]);
        Map<Others, List<Result>> results = new EnumMap<>(Others.class);
        for (int round = 1; round <= rounds; round++) {
            List<Others> inTurn = new ArrayList<>(List.of(Others.values()));
            Collections.rotate(inTurn, round);
            for (Others others : inTurn) {
                System.out.printf(
                        Locale.ROOT,
                        "Round %d of %d, others: %s%n",
                        round,
                        rounds,
                        others.name().toLowerCase(Locale.ROOT));
                results.computeIfAbsent(others, any -> new ArrayList<>()).add(run(others, arguments[1], arguments[2]));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%n%-28s %10s %14s %13s %14s %14s%n",
                HEALTHY + " healthy paths",
                "alone",
                "beside " + OTHERS + " good",
                "beside " + OTHERS + " bad",
                "bad to alone",
                "bad to good");
        String[] names = {"messages/s, saturated", "round trip, median, ms", "round trip, 99 %, ms"};
        for (int column = 0; column < names.length; column++) {
            double alone = median(results, Others.NONE, column);
            double good = median(results, Others.GOOD, column);
            double bad = median(results, Others.BAD, column);
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %10.1f %14.1f %13.1f %14.2f %14.2f%n",
                    names[column],
                    alone,
                    good,
                    bad,
                    bad / alone,
                    bad / good);
        }
    }

    private static Result run(Others others, String messages, String oracle) throws IOException {
        int port = Measures.freePort();
        List<String> service = new ArrayList<>(List.of(Stack.ORACLE.name()));
        for (int i = 0; i < HEALTHY + OTHERS; i++) {
            service.add("http://localhost:" + port + "/orders" + i);
        }
        List<String> caller = List.of(oracle, messages, others.name(), String.valueOf(port));
        try (Child destination = new Child(LoadService.class, List.of("-Xmx1g"), service.toArray(String[]::new))) {
            destination.hear();
            try (Child source = new Child(NeighboursCaller.class, List.of("-Xmx1g"), caller.toArray(String[]::new))) {
                return Result.of(source.hear());
            }
        }
    }

    private static double median(Map<Others, List<Result>> results, Others others, int column) {
        return Measures.median(
                results.getOrDefault(others, List.of()).stream().mapToDouble(result -> result.column(column)));
    }
}
