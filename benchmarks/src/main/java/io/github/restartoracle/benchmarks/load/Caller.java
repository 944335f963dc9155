package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.cxf.Bus;

/**
 * A process that sends orders. Its arguments: a stack or {@link BareHttp}, an oracle, an address, a workload, a number of
 * threads, the seconds to warm up, and the number of messages to measure. It prints a line when it is warm, and continues when it
 * is asked to. Then it prints messages per second until all are acknowledged, CPU microseconds per message, restarts, and the
 * most bytes of heap that it has used.
 */
record Caller(Workload workload, int threads, Runnable call, IntSupplier unacknowledged, LongSupplier restarts) {
    public static void main(String[] arguments) throws Exception {
        Workload workload = Workload.named(arguments[3]);
        int threads = Integer.parseInt(arguments[4]);
        Caller caller = arguments[0].equals(BareHttp.NAME)
                ? new Caller(workload, threads, BareHttp.call(arguments[2]), () -> 0, () -> 0)
                : reliable(Stack.valueOf(arguments[0]), arguments[1], arguments[2], workload, threads);
        caller.awaitAtMost(0);
        caller.warmUp(Integer.parseInt(arguments[5]), Integer.parseInt(arguments[6]));
        Child.tell();
        Child.isAsked();
        Child.tell(caller.measure(Integer.parseInt(arguments[6])));
        System.exit(0);
    }

    private static Caller reliable(Stack stack, String oracle, String address, Workload workload, int threads) {
        Map<String, String> settings = new HashMap<>(workload.settings());
        settings.put("oracle", oracle);
        Bus bus = stack.bus(settings, TransmissionListener.NONE);
        Orders orders = Stack.client(bus, address, workload.hasAttachments());
        orders.put("creates the sequence");
        return new Caller(
                workload, threads, () -> workload.call(orders), () -> Stack.unacknowledged(bus), () -> restarts(bus));
    }

    private void warmUp(int seconds, int messages) throws InterruptedException, ExecutionException {
        long begun = System.nanoTime();
        do {
            give(messages);
        } while (System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(seconds));
    }

    private double[] measure(int messages) throws InterruptedException, ExecutionException {
        long before = restarts.getAsLong();
        double cpu = Measures.cpuNanos();
        long begun = System.nanoTime();
        give(messages);
        double seconds = (System.nanoTime() - begun) / 1e9;
        double cpuMicros = (Measures.cpuNanos() - cpu) / 1e3 / messages;
        return new double[] {messages / seconds, cpuMicros, restarts.getAsLong() - before, Measures.peakHeapBytes()};
    }

    /** Sends messages, of which each thread sends a part, and waits until all are acknowledged. */
    private void give(int messages) throws InterruptedException, ExecutionException {
        Measures.inThreads(threads, thread -> () -> {
            giveFromOneThread(messages / threads + (thread < messages % threads ? 1 : 0));
            return null;
        });
        awaitAtMost(0);
    }

    private void giveFromOneThread(int messages) {
        int most = workload.mostUnacknowledged();
        for (int i = 0; i < messages; i++) {
            if (i % Math.max(1, most / 20) == 0) {
                awaitAtMost(most);
            }
            call.run();
        }
    }

    private void awaitAtMost(int most) {
        while (unacknowledged.getAsInt() > most) {
            try {
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static long restarts(Bus bus) {
        RestartOracle oracle = RestartOracle.of(bus);
        return oracle == null
                ? 0
                : oracle.status().paths().stream()
                        .mapToLong(PathStatus::restarts)
                        .sum();
    }
}
