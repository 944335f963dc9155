package io.github.restartoracle.wsrm;

import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/** A store that keeps no message and notes which messages it was given. It can fail for outgoing messages. */
final class NotingStore implements RMStore {
    final Set<Long> persisted = ConcurrentHashMap.newKeySet();
    final Set<Long> removed = ConcurrentHashMap.newKeySet();
    volatile boolean failing;
    volatile boolean taken;
    /** Gets the content of each outgoing message first, and may fail. */
    volatile Consumer<String> onPersist = content -> {};
    /** Gets the number of each incoming message, and may fail. */
    volatile Consumer<Long> onReceived = number -> {};
    /** The number of removals of incoming messages that have failed; null if they do not fail. */
    volatile @Nullable AtomicInteger failedRemovals;

    @Override
    public void createSourceSequence(SourceSequence sequence) {
        // Not kept.
    }

    @Override
    public void createDestinationSequence(DestinationSequence sequence) {
        // Not kept.
    }

    @Override
    public @Nullable SourceSequence getSourceSequence(Identifier sequence) {
        return null;
    }

    @Override
    public @Nullable DestinationSequence getDestinationSequence(Identifier sequence) {
        return null;
    }

    @Override
    public void removeSourceSequence(Identifier sequence) {
        // Not kept.
    }

    @Override
    public void removeDestinationSequence(Identifier sequence) {
        AtomicInteger failed = failedRemovals;
        if (failed != null) {
            failed.incrementAndGet();
            throw new RMStoreException(new IllegalStateException("on purpose"));
        }
    }

    @Override
    public Collection<SourceSequence> getSourceSequences(String endpoint) {
        return List.of();
    }

    @Override
    public Collection<DestinationSequence> getDestinationSequences(String endpoint) {
        return List.of();
    }

    @Override
    public Collection<RMMessage> getMessages(Identifier sequence, boolean outbound) {
        return List.of();
    }

    @Override
    public void persistOutgoing(SourceSequence sequence, @Nullable RMMessage message) {
        if (message == null) {
            return;
        }
        if (taken) {
            throw new SequenceTakenException("taken");
        }
        if (failing) {
            throw new RMStoreException(new IllegalStateException("the disk is full"));
        }
        try {
            onPersist.accept(new String(message.getContent().getBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        persisted.add(message.getMessageNumber());
    }

    @Override
    public void persistIncoming(DestinationSequence sequence, RMMessage message) {
        onReceived.accept(message.getMessageNumber());
    }

    @Override
    public void removeMessages(Identifier sequence, Collection<Long> numbers, boolean outbound) {
        if (failing && outbound) {
            throw new RMStoreException(new IllegalStateException("the disk is full"));
        }
        removed.addAll(numbers);
    }
}
