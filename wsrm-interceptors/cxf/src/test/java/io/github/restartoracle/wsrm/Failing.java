package io.github.restartoracle.wsrm;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;

/** Fails in the first attempts to deliver messages. */
final class Failing extends AbstractPhaseInterceptor<Message> {
    private final AtomicInteger left;
    private final Runnable failure;
    private final boolean onFault;

    Failing(String phase, int times, boolean onFault, Runnable failure) {
        super(phase);
        this.left = new AtomicInteger(times);
        this.onFault = onFault;
        this.failure = failure;
    }

    private static boolean isDelivered(Message message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        return properties != null && properties.getSequence() != null && !MessageUtils.isRequestor(message);
    }

    /** Returns the number of attempts that it has seen beyond those that it fails. */
    int passed() {
        return -Math.min(0, left.get());
    }

    @Override
    public void handleMessage(Message message) {
        if (isDelivered(message) && left.getAndDecrement() > 0) {
            failure.run();
        }
    }

    @Override
    public void handleFault(Message message) {
        if (onFault) {
            throw new IllegalStateException("the way back fails as well");
        }
    }
}
