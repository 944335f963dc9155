package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures reliable one-way messages of 50 bytes, exactly once, of CXF alone and of the restart oracle (with its own transport)
 * in turns:
 * <ul>
 *   <li>the deliveries a second, with 1 and with 8 calling threads, without stores, with PostgreSQL and with H2 on both
 *       sides,
 *   <li>the bytes that source and destination allocate for each message,
 *   <li>the heap that a message takes while its destination is down.
 * </ul>
 *
 * <p>Not part of the build:
 *
 * <pre>./mvnw verify -pl wsrm-interceptors/store -am -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false
 *     -Dit.test=ThroughputBenchmark -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 *
 * <p>{@code -Dwindow=4000 -Dwarm-up=8000} are milliseconds, {@code -Dturns=3} the number of measurements of each kind, {@code
 * -Doutstanding=64} the maximum of unacknowledged messages, {@code -Dstores=none,postgresql,h2} the kinds of stores.
 */
class ThroughputBenchmark {
    private static final int WINDOWS = 3;
    private static final long WINDOW_MILLIS = Long.getLong("window", 4_000);
    private static final long WARM_UP_MILLIS = Long.getLong("warm-up", 8_000);
    private static final int TURNS = Integer.getInteger("turns", 3);
    private static final long INTERVAL_MILLIS = 3_000;
    private static final long NEVER_MILLIS = TimeUnit.HOURS.toMillis(12);
    private static final int OUTSTANDING = Integer.getInteger("outstanding", 64);
    private static final String NONE = "none";
    private static final List<String> STORES =
            List.of(System.getProperty("stores", "none,postgresql,h2").split(",", -1));
    private static final int HELD = 4_000;
    private static final String ORDER = "x".repeat(50);

    @TempDir
    Path directory;

    private int pairs;

    /** Messages a second, and bytes that source and destination allocate for each. */
    private record Window(double rate, double bytes) {}

    private static final class Kind {
        private final List<Double> rates = new ArrayList<>();
        private final List<Double> bytes = new ArrayList<>();

        void add(List<Window> windows) {
            windows.forEach(window -> {
                rates.add(window.rate());
                bytes.add(window.bytes());
            });
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.0f/s (%.0f-%.0f), %.0f KiB each",
                    median(rates),
                    rates.stream().mapToDouble(rate -> rate).min().orElseThrow(),
                    rates.stream().mapToDouble(rate -> rate).max().orElseThrow(),
                    median(bytes) / 1024);
        }
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    @Test
    void shouldTellRatesAndAllocation() throws InterruptedException {
        StringBuilder table = new StringBuilder();
        for (String name : STORES) {
            TestDatabase database = name.equals(NONE) ? null : TestDatabase.valueOf(name.toUpperCase(Locale.ROOT));
            for (int threads : new int[] {1, 8}) {
                Kind stock = new Kind();
                Kind ours = new Kind();
                for (int turn = 0; turn < TURNS; turn++) {
                    stock.add(windows(false, database, threads));
                    ours.add(windows(true, database, threads));
                }
                table.append(String.format(
                        Locale.ROOT,
                        "%s, %d thread(s): CXF %s; restart oracle %s; ratio of rates %.2f, of allocation %.2f%n",
                        database == null ? "no store" : database + " on both sides",
                        threads,
                        stock,
                        ours,
                        median(ours.rates) / median(stock.rates),
                        median(ours.bytes) / median(stock.bytes)));
            }
        }
        System.out.print(table);
    }

    @Test
    void shouldTellTheHeapOfAnUnacknowledgedMessage() throws InterruptedException {
        double stock = heap(false);
        double ours = heap(true);
        System.out.printf(
                Locale.ROOT,
                "heap per unacknowledged message: CXF %.1f kB, restart oracle %.1f kB, ratio %.2f%n",
                stock / 1e3,
                ours / 1e3,
                ours / stock);
    }

    private List<Window> windows(boolean ours, @Nullable TestDatabase database, int threads)
            throws InterruptedException {
        try (LoopbackPair pair =
                new LoopbackPair(ours, database, directory.resolve("pair" + ++pairs), INTERVAL_MILLIS)) {
            // Without a store, any number of calls return while their sequence is being created.
            pair.orders.put(ORDER);
            pair.settle();
            AtomicBoolean end = new AtomicBoolean();
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                callers.add(new Thread(() -> call(pair, end), "caller-" + i));
            }
            callers.forEach(Thread::start);
            TimeUnit.MILLISECONDS.sleep(WARM_UP_MILLIS);
            List<Window> windows = new ArrayList<>();
            for (int i = 0; i < WINDOWS; i++) {
                windows.add(window(pair));
            }
            end.set(true);
            for (Thread caller : callers) {
                caller.join();
            }
            pair.settle();
            assertThat(pair.unacknowledged())
                    .as("restart oracle %s, stores %s", ours, database)
                    .isZero();
            return windows;
        }
    }

    private static void call(LoopbackPair pair, AtomicBoolean end) {
        while (!end.get()) {
            if (pair.unacknowledged() < OUTSTANDING) {
                pair.orders.put(ORDER);
            } else {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            }
        }
    }

    private static Window window(LoopbackPair pair) throws InterruptedException {
        long deliveredBefore = pair.delivered();
        Allocation allocation = new Allocation();
        long startNanos = System.nanoTime();
        long endNanos = startNanos + TimeUnit.MILLISECONDS.toNanos(WINDOW_MILLIS);
        while (System.nanoTime() < endNanos) {
            // The look is frequent, because threads come and go.
            TimeUnit.MILLISECONDS.sleep(50);
            allocation.look();
        }
        double delivered = pair.delivered() - deliveredBefore;
        return new Window(delivered * 1e9 / (System.nanoTime() - startNanos), allocation.bytes() / delivered);
    }

    private double heap(boolean ours) throws InterruptedException {
        try (LoopbackPair pair = new LoopbackPair(ours, null, directory, NEVER_MILLIS)) {
            pair.orders.put(ORDER);
            pair.settle();
            assertThat(pair.unacknowledged()).isZero();
            pair.stopService();
            long before = usedBytes();
            for (int i = 0; i < HELD; i++) {
                pair.orders.put(ORDER);
            }
            assertThat(pair.unacknowledged()).isEqualTo(HELD);
            pair.awaitEndOfAttempts();
            double each = (double) (usedBytes() - before) / HELD;
            assertThat(pair.unacknowledged()).isEqualTo(HELD);
            return each;
        }
    }

    private static long usedBytes() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(500);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
