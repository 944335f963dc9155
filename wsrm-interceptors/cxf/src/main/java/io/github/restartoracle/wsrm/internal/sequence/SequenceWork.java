package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import java.time.Duration;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.jspecify.annotations.Nullable;

/**
 * Work on sequences apart from the callers. In it CXF's proxy of WS-RM logs no line, unless its logger is at
 * {@link Level#FINE}. A failed attempt is repeated, and logged in one line by its caller; CXF would log a stack trace for
 * each.
 */
public final class SequenceWork {
    private static final org.slf4j.Logger LOG = Logs.of(SequenceWork.class);

    /** The time for which CXF waits by default for the answer to any call. */
    public static final Duration LONGEST = Duration.ofMinutes(1);

    /**
     * The way in which a thread makes requests.
     *
     * @param repeated true if they are repeated while the destination is down
     */
    private record Manner(boolean repeated, Duration limit) {}

    /** Null in a thread that does no such work. */
    private static final ThreadLocal<@Nullable Manner> MANNER = new ThreadLocal<>();

    /** Held, because the JDK drops loggers without references, and their filters with them. */
    private static final Logger PROXY = Logger.getLogger("org.apache.cxf.ws.rm.Proxy");

    static {
        Filter other = PROXY.getFilter();
        PROXY.setFilter(entry -> {
            boolean quiet = MANNER.get() != null && !PROXY.isLoggable(Level.FINE);
            return !quiet && (other == null || other.isLoggable(entry));
        });
    }

    private SequenceWork() {}

    /** {@return whether a request that the current thread makes is repeated while its destination is down} */
    public static boolean isRepeated() {
        Manner manner = MANNER.get();
        return manner != null && manner.repeated();
    }

    /** {@return how long a request that the current thread makes waits for its answer} */
    public static Duration limit() {
        Manner manner = MANNER.get();
        return manner == null ? LONGEST : manner.limit();
    }

    /** Decides how the current thread makes requests in such work. */
    public static void make(boolean repeated, Duration limit) {
        MANNER.set(new Manner(repeated, limit));
    }

    /** Shuts down WS-RM, and returns when that is done or the time is over. CXF would wait for a minute for each destination. */
    public static void shutDown(RMManager manager, Duration limit) {
        leaveOpen(manager);
        Thread thread =
                Daemons.named("restart-oracle-shutdown").newThread(() -> run(manager.getBus(), manager::shutdown));
        thread.start();
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // CXF shuts it down once more.
        terminateNone(manager);
        if (thread.isAlive()) {
            LOG.info("TerminateSequence could not be sent to all destinations within {} s", limit.toSeconds());
        }
    }

    /**
     * Has the sequences left open that a store keeps, when their endpoint is closed and when their bus is shut down. The next
     * process goes on with them: a destination accepts no message in a sequence that is closed.
     */
    public static void leaveOpen(RMManager manager) {
        if (manager.getStore() != null) {
            terminateNone(manager);
        }
    }

    private static void terminateNone(RMManager manager) {
        SourcePolicyType policy = manager.getSourcePolicy();
        if (policy != null && policy.getSequenceTerminationPolicy() != null) {
            policy.getSequenceTerminationPolicy().setTerminateOnShutdown(false);
        }
    }

    /** Does work in the current thread, with the class loader of a bus. */
    public static void run(Bus bus, Runnable work) {
        run(true, LONGEST, () -> Daemons.inContext(bus, work));
    }

    /** Does work in the current thread, whose requests are made in a certain way. */
    static void run(boolean repeated, Duration limit, Runnable work) {
        make(repeated, limit);
        try {
            work.run();
        } finally {
            MANNER.remove();
        }
    }
}
