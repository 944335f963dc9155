package io.github.restartoracle.wsrm;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes the events of a source or a destination, as {@code message#attempt}. */
final class NotedTransmissions implements TransmissionListener {
    final List<String> dispatched = new CopyOnWriteArrayList<>();
    final List<String> sequences = new CopyOnWriteArrayList<>();
    final List<Long> acknowledged = new CopyOnWriteArrayList<>();
    final List<SampleUse> uses = new CopyOnWriteArrayList<>();
    final List<String> gaveUp = new CopyOnWriteArrayList<>();
    final List<String> moved = new CopyOnWriteArrayList<>();
    final List<String> lost = new CopyOnWriteArrayList<>();
    final List<String> arrived = new CopyOnWriteArrayList<>();

    @Override
    public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
        sequences.add(message.sequence());
        dispatched.add(message.number() + "#" + attempt);
    }

    @Override
    public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
        acknowledged.add(message.number());
        uses.add(use);
    }

    @Override
    public void gaveUp(MessageId message, int attempts, String reason) {
        gaveUp.add(message.number() + " after " + attempts + ": " + reason);
    }

    @Override
    public void moved(MessageId former, MessageId message) {
        moved.add(former.number() + " to " + message.number());
    }

    @Override
    public void lost(String endpoint, String address, String reason) {
        lost.add(endpoint + " to " + address + ": " + reason);
    }

    @Override
    public void arrived(MessageId message, int attempt, long arrivedNanos) {
        arrived.add(message.number() + "#" + attempt);
    }
}
