package io.github.restartoracle.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Acknowledged messages per second of stock CXF on both sides, a restart oracle on both sides and, for small one-way calls, a
 * bare HTTP client. They alternate, each in new processes that are warmed up. The tables show medians, the lowest and the
 * highest ratio of a round, and CPU: {@code ./mvnw -Pthroughput -pl benchmarks -am verify}.
 */
public final class ThroughputComparison {
    private record Result(
            double perSecond, double callerMicros, double serviceMicros, double restarts, double heapMegabytes) {
        static Result of(String caller, String before, String after, int messages) {
            double[] numbers = Measures.numbers(caller);
            double[] service = Measures.numbers(after);
            return new Result(
                    numbers[0],
                    numbers[1],
                    (service[0] - Measures.numbers(before)[0]) / 1e3 / messages,
                    1_000 * numbers[2] / messages,
                    Math.max(numbers[3], service[1]) / 1e6);
        }

        double[] columns() {
            return new double[] {perSecond, callerMicros, serviceMicros, restarts, heapMegabytes};
        }
    }

    private static final String STOCK = "stock CXF";
    private static final int[] THREADS = {1, 8};
    private static final int WARM_UP = 4;
    private static final List<String> HEAP = List.of("-Xmx1g");

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
     * @param arguments the number of rounds, of messages, and the name of an oracle; then the names of workloads, all if there
     *     are none
     * @throws IOException if a process fails
     */
    public static void main(String[] arguments) throws IOException {
        ThroughputComparison comparison =
                new ThroughputComparison(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), arguments[2]);
        List<Workload> workloads = arguments.length == 3
                ? List.of(Workload.values())
                : List.of(arguments).subList(3, arguments.length).stream()
                        .map(Workload::named)
                        .toList();
        for (Workload workload : workloads) {
            for (int threads : THREADS) {
                comparison.compare(workload, threads);
            }
        }
    }

    @SuppressWarnings("SystemOut") // progress
    private void compare(Workload workload, int threads) throws IOException {
        Map<String, List<Result>> results = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            System.out.printf(Locale.ROOT, "%s, %d thread(s), round %d of %d%n", workload, threads, round, rounds);
            add(results, STOCK, reliable(Stack.STOCK, workload, threads));
            add(results, oracle, reliable(Stack.ORACLE, workload, threads));
            if (workload == Workload.IN_ORDER) {
                add(results, "bare HTTP", bare(threads));
            }
        }
        print(workload + ", " + threads + " thread(s)", results);
    }

    @SuppressWarnings("SystemOut") // the table
    private void print(String title, Map<String, List<Result>> results) {
        System.out.printf(
                Locale.ROOT,
                "%n%-24s %10s %8s %13s %13s %14s %13s %9s%n",
                title,
                "messages/s",
                "x stock",
                "of a round",
                "caller us/msg",
                "service us/msg",
                "restarts/1000",
                "heap, MB");
        List<Result> stock = results.getOrDefault(STOCK, List.of());
        results.forEach((name, each) -> {
            double[] ratios = new double[rounds];
            for (int i = 0; i < rounds; i++) {
                ratios[i] = each.get(i).perSecond / stock.get(i).perSecond;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %10.0f %8.2f %13s %13.0f %14.0f %13.2f %9.0f%n",
                    name,
                    median(each, 0),
                    median(each, 0) / median(stock, 0),
                    String.format(
                            Locale.ROOT,
                            "%.2f-%.2f",
                            DoubleStream.of(ratios).min().orElse(0),
                            DoubleStream.of(ratios).max().orElse(0)),
                    median(each, 1),
                    median(each, 2),
                    median(each, 3),
                    median(each, 4));
        });
        System.out.println();
    }

    private static void add(Map<String, List<Result>> results, String name, Result result) {
        results.computeIfAbsent(name, key -> new ArrayList<>()).add(result);
    }

    private static double median(List<Result> results, int column) {
        return Measures.median(results.stream().mapToDouble(result -> result.columns()[column]));
    }

    private Result reliable(Stack stack, Workload workload, int threads) throws IOException {
        String address = "http://localhost:" + Measures.freePort() + "/orders";
        int each = workload.messages(messages);
        try (Child service = new Child(LoadService.class, HEAP, stack.name(), address)) {
            service.hear();
            try (Child caller = new Child(
                    Caller.class,
                    HEAP,
                    stack.name(),
                    oracle,
                    address,
                    workload.toString(),
                    String.valueOf(threads),
                    String.valueOf(WARM_UP * each),
                    String.valueOf(each))) {
                return measured(caller, service, each);
            }
        }
    }

    private static Result measured(Child caller, Child service, int messages) throws IOException {
        caller.hear();
        String before = service.ask();
        return Result.of(caller.ask(), before, service.ask(), messages);
    }

    private Result bare(int threads) throws IOException {
        int port = Measures.freePort();
        List<String> options = new ArrayList<>(HEAP);
        options.add("-Dsun.net.httpserver.nodelay=true");
        try (Child service = new Child(BareService.class, options, String.valueOf(port))) {
            service.hear();
            try (Child caller = new Child(
                    BareCaller.class,
                    HEAP,
                    "http://localhost:" + port + "/",
                    String.valueOf(threads),
                    String.valueOf(WARM_UP * messages),
                    String.valueOf(messages))) {
                return measured(caller, service, messages);
            }
        }
    }
}
