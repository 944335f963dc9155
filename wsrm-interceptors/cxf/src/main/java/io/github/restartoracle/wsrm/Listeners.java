package io.github.restartoracle.wsrm;

import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;

/** All listeners of a bus. Protects the messages, and the other listeners, from exceptions of a listener. Thread-safe. */
final class Listeners implements TransmissionListener {
    private static final Logger LOG = Logs.of(Listeners.class);

    private final List<TransmissionListener> all = new CopyOnWriteArrayList<>();

    /** Adds a listener, unless it was added before. */
    void add(TransmissionListener listener) {
        if (listener != NONE && !all.contains(listener)) {
            all.add(listener);
        }
    }

    @Override
    public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
        tell(listener -> listener.dispatched(message, attempt, dueNanos, dispatchedNanos));
    }

    @Override
    public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
        tell(listener -> listener.acknowledged(message, attempts, use, arrivedNanos));
    }

    @Override
    public void delivered(Delivery delivery) {
        tell(listener -> listener.delivered(delivery));
    }

    @Override
    public void pathOpened(String endpoint, String address) {
        tell(listener -> listener.pathOpened(endpoint, address));
    }

    @Override
    public void gaveUp(MessageId message, int attempts, String reason) {
        tell(listener -> listener.gaveUp(message, attempts, reason));
    }

    @Override
    public void moved(MessageId former, MessageId message) {
        tell(listener -> listener.moved(former, message));
    }

    @Override
    public void lost(String endpoint, String address, String reason) {
        tell(listener -> listener.lost(endpoint, address, reason));
    }

    @Override
    public void arrived(MessageId message, int attempt, long arrivedNanos) {
        tell(listener -> listener.arrived(message, attempt, arrivedNanos));
    }

    @Override
    public void deliveryGivenUp(GivenUpDelivery delivery) {
        tell(listener -> listener.deliveryGivenUp(delivery));
    }

    private void tell(Consumer<TransmissionListener> event) {
        for (TransmissionListener listener : all) {
            try {
                event.accept(listener);
            } catch (RuntimeException | AssertionError | LinkageError e) {
                LOG.warn("A transmission listener failed", e);
            }
        }
    }
}
