package io.github.restartoracle.wsrm.internal.runtime;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.common.classloader.ClassLoaderUtils;

/** Makes the threads of this library. All are daemons: none keeps a process alive. Thread-safe. */
public final class Daemons {
    private static final long IDLE_SECONDS = 10;

    private Daemons() {}

    /** Returns a factory of threads that share a name; the second and later ones have their number behind it. */
    public static ThreadFactory named(String name) {
        AtomicInteger made = new AtomicInteger();
        return task -> {
            int number = made.incrementAndGet();
            Thread thread = new Thread(task, number == 1 ? name : name + "-" + number);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Runs a task in the current thread, with the class loader and the default bus that a transport sets. */
    public static void inContext(Bus bus, Runnable task) {
        ClassLoader loader = bus.getExtension(ClassLoader.class);
        ClassLoaderUtils.ClassLoaderHolder former =
                loader == null ? null : ClassLoaderUtils.setThreadContextClassloader(loader);
        Bus formerBus = BusFactory.getAndSetThreadDefaultBus(bus);
        try {
            task.run();
        } finally {
            BusFactory.setThreadDefaultBus(formerBus);
            if (former != null) {
                former.reset();
            }
        }
    }

    /**
     * Returns an executor with one thread, which ends when it has been idle for some seconds. After its shutdown no delayed
     * task begins.
     */
    public static ScheduledThreadPoolExecutor scheduler(String name) {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, named(name));
        scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        scheduler.allowCoreThreadTimeOut(true);
        return scheduler;
    }
}
