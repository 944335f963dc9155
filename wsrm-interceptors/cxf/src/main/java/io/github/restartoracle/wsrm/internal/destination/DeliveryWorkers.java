package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Room;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.common.classloader.ClassLoaderUtils;
import org.slf4j.Logger;

/** The threads that deliver to one endpoint, and the room that its messages have. Thread-safe. */
final class DeliveryWorkers {
    private static final Logger LOG = Logs.of(DeliveryWorkers.class);

    /** The port of the endpoint. */
    final String endpoint;

    final Room room;
    final DeliveryTurns turns;

    private final Bus bus;
    private final Executor executor;
    private final Runnable end;

    DeliveryWorkers(
            Bus bus, String endpoint, ReceiveOptions options, NanoClock clock, Executor executor, Runnable end) {
        this.bus = bus;
        this.endpoint = endpoint;
        this.room = new Room(options.messages(), options.bytes());
        this.turns = new DeliveryTurns(clock, options.threads());
        this.executor = executor;
        this.end = end;
    }

    /** Delivers in one of the threads, with the class loader and the default bus that a transport sets. */
    void execute(Runnable delivery) {
        try {
            executor.execute(() -> inContext(delivery));
        } catch (RejectedExecutionException closed) {
            LOG.debug("A message is not delivered: the bus was shut down");
        }
    }

    private void inContext(Runnable delivery) {
        ClassLoader loader = bus.getExtension(ClassLoader.class);
        ClassLoaderUtils.ClassLoaderHolder former =
                loader == null ? null : ClassLoaderUtils.setThreadContextClassloader(loader);
        Bus formerBus = BusFactory.getAndSetThreadDefaultBus(bus);
        try {
            delivery.run();
        } finally {
            BusFactory.setThreadDefaultBus(formerBus);
            if (former != null) {
                former.reset();
            }
        }
    }

    /** Begins no further delivery. Running deliveries end by themselves and are not interrupted. */
    void close() {
        end.run();
    }
}
