package io.github.restartoracle.benchmarks.lab.testbed;

import jakarta.xml.ws.WebServiceException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;

/**
 * An outbox that a thread polls each second: it sends what waits, one after the other, until a call fails. A queue in memory
 * stands for the table, which so takes no time.
 */
final class OutboxQueue implements SourceQueue {
    static final String NAME = "outbox";

    private static final long POLL_SECONDS = 1;

    private final PlainTransmissions transmissions;
    private final CallTimes times;
    private final Queue<Entry> waiting = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor();

    private static final class Entry {
        private final long message;
        private final Runnable call;
        private int attempts;

        private Entry(long message, Runnable call) {
            this.message = message;
            this.call = call;
        }
    }

    OutboxQueue(Bus bus, Dispatches dispatches, CallTimes times) {
        this.transmissions = new PlainTransmissions(bus, dispatches);
        this.times = times;
        Future<?> unused = poller.scheduleWithFixedDelay(this::poll, POLL_SECONDS, POLL_SECONDS, TimeUnit.SECONDS);
    }

    private void poll() {
        try {
            for (Entry first = waiting.peek(); first != null; first = waiting.peek()) {
                transmissions.transmit(first.message, ++first.attempts, first.call);
                waiting.remove();
            }
        } catch (WebServiceException notNow) {
            // The next poll begins with the same message.
        }
    }

    @Override
    public void warmUp(Runnable call) {
        BlockedCallers.warmUp(call);
    }

    @Override
    public void call(long message, Runnable call) {
        times.time(() -> waiting.add(new Entry(message, call)));
    }

    @Override
    public int outstanding() {
        return waiting.size();
    }

    @Override
    public int attemptsUnderWay() {
        return 0;
    }

    @Override
    public void close() {
        poller.shutdownNow();
    }
}
