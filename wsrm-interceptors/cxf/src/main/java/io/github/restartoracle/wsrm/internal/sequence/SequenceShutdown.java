package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import java.time.Duration;
import java.util.List;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.manager.SequenceTerminationPolicyType;
import org.slf4j.Logger;

/**
 * Ends the sequences of a bus that is shut down, in bounded time. CXF tells the destination of each that has unacknowledged
 * messages, unless a store has them, and waits for up to a minute for a destination that does not answer. Stateless.
 */
public final class SequenceShutdown {
    private static final Logger LOG = Logs.of(SequenceShutdown.class);

    private SequenceShutdown() {}

    /**
     * Terminates all sequences of a source, whose messages are acknowledged or given up, and returns when that is done or has
     * failed.
     *
     * @param source the source of a client that is closed
     */
    public static void terminate(Source source) {
        SequenceWork.run(source.getReliableEndpoint().getManager().getBus(), () -> {
            for (SourceSequence sequence : List.copyOf(source.getAllSequences())) {
                try {
                    CxfInternals.terminate(sequence);
                } catch (RMException | RuntimeException e) {
                    LOG.debug("TerminateSequence could not be sent for sequence {}", sequence, e);
                }
                source.removeSequence(sequence);
            }
        });
    }

    /**
     * Shuts down WS-RM, and returns when that is done or the time is over.
     *
     * @param manager the WS-RM manager of the bus
     * @param limit the maximum time to wait
     */
    public static void within(RMManager manager, Duration limit) {
        SequenceTerminationPolicyType policy = manager.getSourcePolicy() == null
                ? null
                : manager.getSourcePolicy().getSequenceTerminationPolicy();
        if (policy != null && manager.getStore() != null) {
            // The next process goes on with them: a destination accepts no message in a sequence that is closed.
            policy.setTerminateOnShutdown(false);
        }
        Thread thread = Daemons.named("restart-oracle-shutdown")
                .newThread(() -> SequenceWork.run(manager.getBus(), manager::shutdown));
        thread.start();
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (policy != null) {
            // CXF shuts it down once more.
            policy.setTerminateOnShutdown(false);
        }
        if (thread.isAlive()) {
            LOG.info("TerminateSequence could not be sent to all destinations within {} s", limit.toSeconds());
        }
    }
}
