package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Room;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The threads that deliver to one endpoint, and the room that its messages have.
 *
 * <p>The deliveries that run at a time are bounded, in threads of requests and in its own. Requests wait for theirs only if the
 * service returns soon: one that has taken its time makes none wait until it was prompt several times; one that hangs makes only
 * those wait that came before it was seen.
 *
 * <p>Thread-safe.
 */
final class DeliveryWorkers {
    private static final Logger LOG = Logs.of(DeliveryWorkers.class);
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int ENOUGH = 4;

    /** The right to deliver one message. */
    final class Turn {
        private final long begunNanos = clock.nanoTime();

        private Turn() {}

        /** Returns the right. Has no effect the second time. */
        void end() {
            DeliveryWorkers.this.end(this);
        }
    }

    /** The port of the endpoint. */
    final String endpoint;

    final Room room;

    private final Bus bus;
    private final Executor executor;
    private final Runnable end;
    private final NanoClock clock;
    /** The number of deliveries at a time. */
    private final int most;

    /** The first one first. */
    private final Set<Turn> running = new LinkedHashSet<>();

    private int waiting;
    private int inARow = ENOUGH;

    DeliveryWorkers(
            Bus bus,
            String endpoint,
            DestinationLimits.OfEndpoint options,
            NanoClock clock,
            Executor executor,
            Runnable end) {
        this.bus = bus;
        this.endpoint = endpoint;
        this.room = new Room(options.messages(), options.bytes());
        this.clock = clock;
        this.most = options.threads();
        this.executor = executor;
        this.end = end;
    }

    /** Begins a delivery for which a request waits; returns null if it must not. */
    synchronized @Nullable Turn beginSoon() {
        return isPrompt() && waiting == 0 && running.size() < most ? begun() : null;
    }

    /** Returns whether the service has returned soon of late. */
    synchronized boolean isPrompt() {
        return inARow >= ENOUGH
                && (running.isEmpty() || clock.nanoTime() - running.iterator().next().begunNanos < SOON_NANOS);
    }

    /** Begins a delivery as soon as so few are running. */
    synchronized Turn begin() throws InterruptedException {
        waiting++;
        try {
            while (running.size() >= most) {
                wait();
            }
            return begun();
        } finally {
            waiting--;
        }
    }

    private Turn begun() {
        Turn turn = new Turn();
        running.add(turn);
        return turn;
    }

    private synchronized void end(Turn turn) {
        if (running.remove(turn)) {
            inARow = clock.nanoTime() - turn.begunNanos < SOON_NANOS ? Math.min(inARow + 1, ENOUGH) : 0;
            notifyAll();
        }
    }

    /** Delivers in one of the threads, with the class loader and the default bus that a transport sets. */
    void execute(Runnable delivery) {
        try {
            executor.execute(() -> Daemons.inContext(bus, delivery));
        } catch (RejectedExecutionException closed) {
            LOG.debug("A message is not delivered: the bus was shut down");
        }
    }

    /** Begins no further delivery. Running deliveries end by themselves and are not interrupted. */
    void close() {
        end.run();
    }
}
