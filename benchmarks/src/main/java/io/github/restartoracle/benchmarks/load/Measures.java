package io.github.restartoracle.benchmarks.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/** Functions that the comparisons share. Stateless. */
final class Measures {
    private Measures() {}

    /** Runs a task in each of a number of threads, and returns when all have ended. */
    static void inThreads(int threads, IntFunction<Callable<Void>> task)
            throws InterruptedException, ExecutionException {
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        List<Future<Void>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(callers.submit(task.apply(i)));
        }
        callers.shutdown();
        for (Future<Void> each : all) {
            each.get();
        }
    }

    static double median(DoubleStream values) {
        return Median.withDefaults().evaluate(values.toArray());
    }

    /** Returns the CPU time of this process so far. */
    static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    /** Returns the peak use of the heap in bytes, garbage included: the sum of the peaks of its memory pools. */
    static long peakHeapBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    /** Prints the CPU time and the peak use of the heap of this process on each question, until its standard input ends. */
    static void tellUsageWhenAsked() throws IOException {
        while (Child.isAsked()) {
            Child.tell(cpuNanos() + " " + peakHeapBytes());
        }
    }

    /** Parses the numbers of a line of a child. */
    static double[] numbers(String line) {
        return Stream.of(line.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
