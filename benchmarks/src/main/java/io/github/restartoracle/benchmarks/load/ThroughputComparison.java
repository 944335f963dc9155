package io.github.restartoracle.benchmarks.load;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Acknowledged messages per second of stock CXF on both sides, a restart oracle on both sides and, for small one-way calls, a
 * bare HTTP client. They alternate, each in new processes that are warmed up. The tables show medians, the lowest and the
 * highest ratio of a round, and CPU: {@code ./mvnw -Pthroughput -pl benchmarks -am verify}.
 */
public final class ThroughputComparison {
    private static final String STOCK = "stock CXF";
    private static final int[] THREADS = {1, 8};
    private static final int WARM_UP = 4;

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
     * @throws Exception if a process fails
     */
    public static void main(String[] arguments) throws Exception {
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

    private void compare(Workload workload, int threads) throws Exception {
        Contest contest = new Contest(workload + ", " + threads + " thread(s)")
                .with(STOCK, () -> run(Stack.STOCK.name(), workload, threads))
                .with(oracle, () -> run(Stack.ORACLE.name(), workload, threads));
        if (workload == Workload.IN_ORDER) {
            contest.with("bare HTTP", () -> run(BareHttp.NAME, workload, threads));
        }
        contest.hold(0, rounds);
        print(contest);
    }

    @SuppressWarnings("SystemOut") // the table
    private static void print(Contest contest) {
        System.out.printf(
                Locale.ROOT,
                "%n%-24s %10s %8s %13s %13s %14s %13s %9s%n",
                contest.title(),
                "messages/s",
                "x stock",
                "of a round",
                "caller us/msg",
                "service us/msg",
                "restarts/1000",
                "heap, MB");
        for (String name : contest.names()) {
            List<Double> ratios = contest.ratios(name, STOCK);
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %10.0f %8.2f %13s %13.0f %14.0f %13.2f %9.0f%n",
                    name,
                    contest.median(name, 0),
                    contest.median(name, 0) / contest.median(STOCK, 0),
                    String.format(Locale.ROOT, "%.2f-%.2f", Collections.min(ratios), Collections.max(ratios)),
                    contest.median(name, 1),
                    contest.median(name, 2),
                    contest.median(name, 3),
                    contest.median(name, 4));
        }
        System.out.println();
    }

    private double[] run(String stack, Workload workload, int threads) throws IOException {
        String address = "http://localhost:" + Measures.freePort() + "/orders";
        int each = workload.messages(messages);
        try (Child service = new Child(LoadService.class, stack, address)) {
            service.hear();
            try (Child caller = new Child(
                    Caller.class,
                    stack,
                    oracle,
                    address,
                    workload.toString(),
                    String.valueOf(threads),
                    String.valueOf(WARM_UP * each),
                    String.valueOf(each))) {
                caller.hear();
                double[] before = Measures.numbers(service.ask());
                double[] called = Measures.numbers(caller.ask());
                double[] after = Measures.numbers(service.ask());
                return new double[] {
                    called[0],
                    called[1],
                    (after[0] - before[0]) / 1e3 / each,
                    1_000 * called[2] / each,
                    Math.max(called[3], after[1]) / 1e6
                };
            }
        }
    }
}
