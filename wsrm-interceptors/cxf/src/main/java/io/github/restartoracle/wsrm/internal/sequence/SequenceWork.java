package io.github.restartoracle.wsrm.internal.sequence;

import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;

/**
 * Work on sequences apart from the callers. In it CXF's proxy of WS-RM logs no line, unless its logger is at
 * {@link Level#FINE}. A failed attempt is repeated, and logged in one line by its caller; CXF would log a stack trace for
 * each.
 */
public final class SequenceWork {
    private static final ThreadLocal<Boolean> WORKING = ThreadLocal.withInitial(() -> false);

    /** Held, because the JDK drops loggers without references, and their filters with them. */
    private static final Logger PROXY = Logger.getLogger("org.apache.cxf.ws.rm.Proxy");

    static {
        Filter other = PROXY.getFilter();
        PROXY.setFilter(entry -> {
            boolean quiet = isGoingOn() && !PROXY.isLoggable(Level.FINE);
            return !quiet && (other == null || other.isLoggable(entry));
        });
    }

    private SequenceWork() {}

    /** Returns whether the current thread does such work. */
    public static boolean isGoingOn() {
        return WORKING.get();
    }

    /** Does work in the current thread, with the class loader of a bus. */
    public static void run(Bus bus, Runnable work) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        Bus formerBus = BusFactory.getAndSetThreadDefaultBus(bus);
        ClassLoader loader = bus.getExtension(ClassLoader.class);
        if (loader != null) {
            thread.setContextClassLoader(loader);
        }
        WORKING.set(true);
        try {
            work.run();
        } finally {
            WORKING.remove();
            thread.setContextClassLoader(before);
            BusFactory.setThreadDefaultBus(formerBus);
        }
    }
}
