package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.path.PathStatus;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;

/**
 * A process that gives orders: a stack, an oracle, an address, a number of threads, and numbers of messages to warm up with and
 * to measure. It says when it is warm, and goes on when it is asked to; then it tells messages per second until all are
 * acknowledged, CPU microseconds per message, and restarts.
 */
final class Caller {
    /** Each with its own part of the messages. */
    private static final String ORDER = "one order of fifty bytes, more or less, as it goes";

    private static final int MOST_UNACKNOWLEDGED = 2_000;

    private Caller() {}

    public static void main(String[] arguments) throws Exception {
        Stack stack = Stack.valueOf(arguments[0]);
        Bus bus = stack.bus(arguments[1], TransmissionListener.NONE);
        Orders orders = Stack.client(bus, arguments[2]);
        int threads = Integer.parseInt(arguments[3]);
        orders.put("creates the sequence");
        drain(bus);
        give(bus, orders, threads, Integer.parseInt(arguments[4]));
        drain(bus);
        Child.tell("warm");
        Child.isAsked();
        long restarts = restarts(bus);
        long cpu = Load.cpuNanos();
        long begun = System.nanoTime();
        int messages = Integer.parseInt(arguments[5]);
        give(bus, orders, threads, messages);
        drain(bus);
        double seconds = (System.nanoTime() - begun) / 1e9;
        double cpuMicros = (Load.cpuNanos() - cpu) / 1e3 / messages;
        Child.tell(messages / seconds + " " + cpuMicros + " " + (restarts(bus) - restarts));
        bus.shutdown(false);
    }

    private static void give(Bus bus, Orders orders, int threads, int messages)
            throws InterruptedException, ExecutionException {
        Load.inThreads(threads, thread -> () -> {
            give(bus, orders, messages / threads + (thread < messages % threads ? 1 : 0));
            return null;
        });
    }

    /** An application does not pile up messages without end; the limit is the same for every stack. */
    private static void give(Bus bus, Orders orders, int messages) {
        for (int i = 0; i < messages; i++) {
            if (i % 100 == 0) {
                awaitAtMost(bus, MOST_UNACKNOWLEDGED);
            }
            orders.put(ORDER);
        }
    }

    private static void drain(Bus bus) {
        awaitAtMost(bus, 0);
    }

    private static void awaitAtMost(Bus bus, int unacknowledged) {
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
