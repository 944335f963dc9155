package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.path.PathStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;

/**
 * A process that sends orders. Its arguments: a stack, an oracle, an address, a workload, a number of threads, and the numbers
 * of messages to warm up with and to measure. It prints a line when it is warm, and continues when it is asked to. Then it
 * prints messages per second until all are acknowledged, CPU microseconds per message, restarts, and the most bytes of heap
 * that it has used.
 */
final class Caller {
    private final Bus bus;
    private final Orders orders;
    private final Workload workload;
    private final int threads;

    private Caller(Bus bus, Orders orders, Workload workload, int threads) {
        this.bus = bus;
        this.orders = orders;
        this.workload = workload;
        this.threads = threads;
    }

    public static void main(String[] arguments) throws Exception {
        Workload workload = Workload.named(arguments[3]);
        Map<String, String> settings = new HashMap<>(workload.settings());
        settings.put("oracle", arguments[1]);
        Bus bus = Stack.valueOf(arguments[0]).bus(settings, TransmissionListener.NONE);
        Orders orders = Stack.client(bus, arguments[2], workload.hasAttachments());
        Caller caller = new Caller(bus, orders, workload, Integer.parseInt(arguments[4]));
        orders.put("creates the sequence");
        caller.drain();
        caller.give(Integer.parseInt(arguments[5]));
        caller.drain();
        Child.tell("warm");
        Child.isAsked();
        Child.tell(caller.measure(Integer.parseInt(arguments[6])));
        bus.shutdown(false);
    }

    private String measure(int messages) throws InterruptedException, ExecutionException {
        long restarts = restarts(bus);
        long cpu = Measures.cpuNanos();
        long begun = System.nanoTime();
        give(messages);
        drain();
        double seconds = (System.nanoTime() - begun) / 1e9;
        double cpuMicros = (Measures.cpuNanos() - cpu) / 1e3 / messages;
        return messages / seconds + " " + cpuMicros + " " + (restarts(bus) - restarts) + " " + Measures.peakHeapBytes();
    }

    /** Sends messages; each thread sends a part of them. */
    private void give(int messages) throws InterruptedException, ExecutionException {
        Measures.inThreads(threads, thread -> () -> {
            giveFromOneThread(messages / threads + (thread < messages % threads ? 1 : 0));
            return null;
        });
    }

    private void giveFromOneThread(int messages) {
        int most = workload.mostUnacknowledged();
        for (int i = 0; i < messages; i++) {
            if (i % Math.max(1, most / 20) == 0) {
                awaitAtMost(most);
            }
            workload.call(orders);
        }
    }

    private void drain() {
        awaitAtMost(0);
    }

    private void awaitAtMost(int unacknowledged) {
        while (Stack.unacknowledged(bus) > unacknowledged) {
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
