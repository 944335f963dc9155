package io.github.restartoracle.benchmarks.load;

import static io.github.restartoracle.benchmarks.load.Contest.column;

import io.github.restartoracle.benchmarks.lab.testbed.ServerPorts;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Acknowledged messages per second of stock CXF on both sides, a restart oracle on both sides and, for small one-way calls, a
 * bare HTTP client. They alternate, each in new processes that are warmed up. The tables show medians, the lowest and the
 * highest ratio of a round, and CPU: {@code ./mvnw -Pthroughput -pl benchmarks -am verify}.
 *
 * @param rounds of each comparison
 * @param messages of a small workload in each round
 * @param warmUpSeconds the time for which each process runs before
 * @param oracle the short name
 */
public record ThroughputComparison(int rounds, int messages, int warmUpSeconds, String oracle) {
    private static final String STOCK = "stock CXF";
    private static final int[] THREADS = {1, 8, 64};

    /**
     * Runs the comparison.
     *
     * @param arguments the number of rounds, of messages, and of seconds to warm up, and the name of an oracle; then the names of workloads, all if there
     *     are none
     * @throws Exception if a process fails
     */
    public static void main(String[] arguments) throws Exception {
        ThroughputComparison comparison = new ThroughputComparison(
                Integer.parseInt(arguments[0]),
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                arguments[3]);
        List<Workload> workloads = arguments.length == 4
                ? List.of(Workload.values())
                : List.of(arguments).subList(4, arguments.length).stream()
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
        contest.print(
                contest.names(),
                name -> name,
                List.of(
                        column("messages/s", 0, name -> contest.median(name, 0)),
                        column("x stock", 2, name -> contest.median(name, 0) / contest.median(STOCK, 0)),
                        column("of a round", name -> range(contest.ratios(name, STOCK))),
                        column("caller us/msg", 0, name -> contest.median(name, 1)),
                        column("service us/msg", 0, name -> contest.median(name, 2)),
                        column("restarts/1000", 2, name -> contest.median(name, 3)),
                        column("heap, MB", 0, name -> contest.median(name, 4))));
    }

    private static String range(List<Double> sorted) {
        return String.format(Locale.ROOT, "%.2f-%.2f", sorted.get(0), sorted.get(sorted.size() - 1));
    }

    private double[] run(String stack, Workload workload, int threads) throws IOException {
        String address = "http://localhost:" + ServerPorts.next() + "/orders";
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
                    String.valueOf(warmUpSeconds),
                    String.valueOf(each))) {
                caller.hear();
                double[] before = service.ask();
                double[] called = caller.ask();
                double[] after = service.ask();
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
