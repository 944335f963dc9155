package io.github.restartoracle.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Acknowledged messages per second, stock CXF on both sides beside a restart oracle on both sides and a bare HTTP client. The
 * three alternate, each in new processes, and the table shows medians and ratios: {@code ./mvnw -Pthroughput -pl benchmarks -am
 * verify}.
 */
public final class ThroughputComparison {
    private record Result(double perSecond, double callerMicros, double restarts, double serviceMicros) {}

    private static final int[] THREADS = {1, 8};

    private final int rounds;
    private final int messages;
    private final String oracle;

    private ThroughputComparison(int rounds, int messages, String oracle) {
        this.rounds = rounds;
        this.messages = messages;
        this.oracle = oracle;
    }

    /**
     * Runs the comparison.
     *
     * @param arguments the number of rounds, of messages, and the name of an oracle
     * @throws IOException if a process fails
     */
    public static void main(String[] arguments) throws IOException {
        new ThroughputComparison(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), arguments[2]).run();
    }

    @SuppressWarnings("SystemOut") // the table
    private void run() throws IOException {
        for (int threads : THREADS) {
            Map<String, List<Result>> results = new TreeMap<>();
            for (int round = 1; round <= rounds; round++) {
                System.out.printf(Locale.ROOT, "%d thread(s), round %d of %d%n", threads, round, rounds);
                add(results, "bare HTTP", bare(threads));
                add(results, "stock CXF", reliable(Stack.STOCK, threads));
                add(results, oracle, reliable(Stack.ORACLE, threads));
            }
            double stock = median(results, "stock CXF", 0);
            System.out.printf(
                    Locale.ROOT,
                    "%n%-16s %12s %8s %14s %14s %14s%n",
                    threads + " thread(s)",
                    "messages/s",
                    "x stock",
                    "caller us/msg",
                    "service us/msg",
                    "restarts/1000");
            for (String name : List.of("stock CXF", oracle, "bare HTTP")) {
                System.out.printf(
                        Locale.ROOT,
                        "%-16s %12.0f %8.2f %14.0f %14.0f %14.2f%n",
                        name,
                        median(results, name, 0),
                        median(results, name, 0) / stock,
                        median(results, name, 1),
                        median(results, name, 3),
                        1000 * median(results, name, 2) / messages);
            }
            System.out.println();
        }
    }

    private static void add(Map<String, List<Result>> results, String name, Result result) {
        results.computeIfAbsent(name, key -> new ArrayList<>()).add(result);
    }

    private static double median(Map<String, List<Result>> results, String name, int column) {
        return Load.median(results.getOrDefault(name, List.of()).stream()
                .mapToDouble(result -> new double[] {
                            result.perSecond, result.callerMicros, result.restarts, result.serviceMicros
                        }
                        [column]));
    }

    private Result reliable(Stack stack, int threads) throws IOException {
        String address = "http://localhost:" + Load.freePort() + "/orders";
        try (Child service = new Child(Service.class, List.of("-Xmx1g"), stack.name(), address)) {
            service.hear();
            try (Child caller = new Child(
                    Caller.class,
                    List.of("-Xmx1g"),
                    stack.name(),
                    oracle,
                    address,
                    String.valueOf(threads),
                    String.valueOf(messages),
                    String.valueOf(messages))) {
                return measured(caller, service);
            }
        }
    }

    private Result measured(Child caller, Child service) throws IOException {
        caller.hear();
        long before = Long.parseLong(service.ask());
        String[] numbers = caller.ask().split(" ", -1);
        return new Result(
                Double.parseDouble(numbers[0]),
                Double.parseDouble(numbers[1]),
                Double.parseDouble(numbers[2]),
                (Long.parseLong(service.ask()) - before) / 1e3 / messages);
    }

    private Result bare(int threads) throws IOException {
        int port = Load.freePort();
        try (Child service = new Child(
                BareService.class, List.of("-Xmx1g", "-Dsun.net.httpserver.nodelay=true"), String.valueOf(port))) {
            service.hear();
            try (Child caller = new Child(
                    BareCaller.class,
                    List.of("-Xmx1g"),
                    "http://localhost:" + port + "/",
                    String.valueOf(threads),
                    String.valueOf(messages),
                    String.valueOf(messages))) {
                return measured(caller, service);
            }
        }
    }
}
