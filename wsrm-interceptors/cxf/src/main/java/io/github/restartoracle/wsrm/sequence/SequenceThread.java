package io.github.restartoracle.wsrm.sequence;

import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A daemon thread that creates sequences. In it CXF's proxy of WS-RM logs no line, unless its logger is at
 * {@link Level#FINE}. A failed attempt is repeated, and logged in one line by its caller; CXF would log a stack trace for
 * each.
 */
final class SequenceThread extends Thread {
    /** Held, because the JDK drops loggers without references, and their filters with them. */
    private static final Logger PROXY = Logger.getLogger("org.apache.cxf.ws.rm.Proxy");

    static {
        Filter other = PROXY.getFilter();
        PROXY.setFilter(entry -> {
            boolean quiet = Thread.currentThread() instanceof SequenceThread && !PROXY.isLoggable(Level.FINE);
            return !quiet && (other == null || other.isLoggable(entry));
        });
    }

    SequenceThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }
}
