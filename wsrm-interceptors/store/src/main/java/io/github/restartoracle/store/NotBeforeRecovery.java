package io.github.restartoracle.store;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Lets requests wait until CXF has recovered the sequences of their endpoint. CXF listens before it recovers. A request that
 * arrives in between would create a second, empty WS-RM endpoint, which replaces the recovered one, and all former sequences
 * would be unknown from then on. Thread-safe.
 */
final class NotBeforeRecovery extends AbstractPhaseInterceptor<Message> {
    /** The maximum wait. An endpoint that was started before the store was installed never reports its recovery. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Set<Endpoint> recovered = new HashSet<>();

    NotBeforeRecovery() {
        super(Phase.RECEIVE);
        addBefore("*");
    }

    synchronized void recovered(Endpoint endpoint) {
        recovered.add(endpoint);
        notifyAll();
    }

    synchronized void closed(Endpoint endpoint) {
        recovered.remove(endpoint);
    }

    @Override
    public void handleMessage(Message message) {
        Endpoint endpoint = message.getExchange().getEndpoint();
        if (endpoint != null && !MessageUtils.isRequestor(message)) {
            await(endpoint);
        }
    }

    private synchronized void await(Endpoint endpoint) {
        long startNanos = System.nanoTime();
        while (!recovered.contains(endpoint)) {
            long leftNanos = LONGEST_NANOS - (System.nanoTime() - startNanos);
            if (leftNanos <= 0) {
                recovered.add(endpoint);
                return;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
