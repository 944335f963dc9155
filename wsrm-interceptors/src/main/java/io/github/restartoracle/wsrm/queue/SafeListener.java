package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.wsrm.MessageId;
import io.github.restartoracle.wsrm.TransmissionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what a listener throws away from the messages. */
final class SafeListener implements TransmissionListener {
    private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

    private final TransmissionListener delegate;

    SafeListener(TransmissionListener delegate) {
        this.delegate = delegate;
    }

    @Override
    public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
        tell(() -> delegate.dispatched(message, attempt, dueNanos, dispatchedNanos));
    }

    @Override
    public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
        tell(() -> delegate.acknowledged(message, attempts, use, arrivedNanos));
    }

    @Override
    public void gaveUp(MessageId message, int attempts, String reason) {
        tell(() -> delegate.gaveUp(message, attempts, reason));
    }

    @Override
    public void arrived(MessageId message, int attempt, long arrivedNanos) {
        tell(() -> delegate.arrived(message, attempt, arrivedNanos));
    }

    private static void tell(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | AssertionError | LinkageError e) {
            LOG.warn("A transmission listener failed", e);
        }
    }
}
