package io.github.restartoracle.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Fifteen healthy paths alone, and beside five paths whose destinations are silent in the TLS handshake, sit in a user's
 * interceptor, answer one byte a second, answer 16 MiB, or refuse connections. Both alternate, each in new processes: {@code
 * ./mvnw -Pneighbours -pl benchmarks -am verify}.
 */
public final class NeighboursComparison {
    static final int HEALTHY = 15;

    private record Result(double perSecond, double medianMillis, double p99Millis) {
        static Result of(String line) {
            double[] numbers = Load.numbers(line);
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
        List<Result> alone = new ArrayList<>();
        List<Result> beside = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            System.out.printf(Locale.ROOT, "Round %d of %d%n", round, rounds);
            alone.add(run(false, arguments[1], arguments[2]));
            beside.add(run(true, arguments[1], arguments[2]));
        }
        System.out.printf(Locale.ROOT, "%n%-28s %10s %10s %8s%n", "15 healthy paths", "alone", "beside 5", "ratio");
        String[] names = {"messages/s, saturated", "round trip, median, ms", "round trip, 99 %, ms"};
        for (int column = 0; column < names.length; column++) {
            double one = median(alone, column);
            double other = median(beside, column);
            System.out.printf(Locale.ROOT, "%-28s %10.1f %10.1f %8.2f%n", names[column], one, other, other / one);
        }
    }

    private static Result run(boolean neighbours, String messages, String oracle) throws IOException {
        int port = Load.freePort();
        List<String> service = new ArrayList<>(List.of(Stack.ORACLE.name()));
        for (int i = 0; i < HEALTHY + 5; i++) {
            service.add("http://localhost:" + port + "/orders" + i);
        }
        List<String> caller = new ArrayList<>(List.of(oracle, messages, String.valueOf(neighbours)));
        caller.add(String.valueOf(port));
        try (Child destination = new Child(Service.class, List.of("-Xmx1g"), service.toArray(String[]::new))) {
            destination.hear();
            try (Child source = new Child(NeighboursCaller.class, List.of("-Xmx1g"), caller.toArray(String[]::new))) {
                return Result.of(source.hear());
            }
        }
    }

    private static double median(List<Result> results, int column) {
        return Load.median(results.stream().mapToDouble(result -> result.column(column)));
    }
}
