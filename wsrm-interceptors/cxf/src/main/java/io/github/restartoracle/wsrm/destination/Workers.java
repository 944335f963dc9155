package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.wsrm.log.Logs;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.common.classloader.ClassLoaderUtils;
import org.slf4j.Logger;

/** The threads that deliver to one endpoint, and the room that its messages have. Thread-safe. */
final class Workers {
    private static final Logger LOG = Logs.of(Workers.class);
    private static final long IDLE_SECONDS = 10;

    /** The port of the endpoint. */
    final String endpoint;

    final Budget budget;
    /** The number of deliveries at a time. */
    final int threads;

    private final Bus bus;
    private final ThreadPoolExecutor executor;

    Workers(Bus bus, String endpoint, ReceiveOptions options) {
        this(bus, endpoint, options, pool("restart-oracle-delivery-" + endpoint, options.threads()));
    }

    Workers(Bus bus, String endpoint, ReceiveOptions options, ThreadPoolExecutor executor) {
        this.bus = bus;
        this.endpoint = endpoint;
        this.budget = new Budget(options);
        this.threads = options.threads();
        this.executor = executor;
    }

    private static ThreadPoolExecutor pool(String name, int threads) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Delivers in one of the threads, with the class loader and the default bus that a transport sets.
     *
     * @param delivery must not throw
     */
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

    /** Begins no further delivery. What is under way ends by itself and is not interrupted. */
    void close() {
        executor.getQueue().clear();
        executor.shutdown();
    }
}
