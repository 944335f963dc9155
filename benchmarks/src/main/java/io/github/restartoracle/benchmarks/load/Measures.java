package io.github.restartoracle.benchmarks.load;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Functions that the processes of the comparisons share. Stateless. */
final class Measures {
    private Measures() {}

    /** Runs a task in each of a number of threads, and returns when all have ended. */
    static void inThreads(int threads, IntFunction<Callable<Void>> task)
            throws InterruptedException, ExecutionException {
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try {
            for (Future<Void> each :
                    callers.invokeAll(IntStream.range(0, threads).mapToObj(task).toList())) {
                each.get();
            }
        } finally {
            // Its threads would keep a process alive that has failed.
            callers.shutdown();
        }
    }

    /** Returns the CPU time of this process so far. */
    static double cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    /** Returns the peak use of the heap in bytes, garbage included: the sum of the peaks of its memory pools. */
    static double peakHeapBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
