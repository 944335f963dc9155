package io.github.restartoracle.wsrm;

import io.github.restartoracle.wsrm.recovery.PagedStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.helpers.IOUtils;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/** Keeps the messages of a source with one sequence in memory, and gives them back to the next process. */
final class KeepingStore implements RMStore, PagedStore {
    private record Kept(String content, String contentType, long createdTime) {}

    private final Map<Long, Kept> messages = new TreeMap<>();
    private @Nullable Identifier sequence;
    private @Nullable ProtocolVariation protocol;
    private long lastNumber;

    /** The number of messages that it claims to have, and the queue has not. */
    volatile long unread;

    @Override
    public long waiting() {
        return unread;
    }

    @Override
    public long waiting(RMEndpoint endpoint) {
        return unread;
    }

    @Override
    public List<RMMessage> unacknowledged(Identifier of, long from, long to) {
        return getMessages(of, true).stream()
                .filter(message -> message.getMessageNumber() >= from && message.getMessageNumber() <= to)
                .toList();
    }

    synchronized int size() {
        return messages.size();
    }

    @Override
    public synchronized void createSourceSequence(SourceSequence created) {
        sequence = created.getIdentifier();
        protocol = created.getProtocol();
    }

    @Override
    public void createDestinationSequence(DestinationSequence created) {
        // Not kept.
    }

    @Override
    public @Nullable SourceSequence getSourceSequence(Identifier identifier) {
        return null;
    }

    @Override
    public @Nullable DestinationSequence getDestinationSequence(Identifier identifier) {
        return null;
    }

    @Override
    public synchronized void removeSourceSequence(Identifier identifier) {
        sequence = null;
    }

    @Override
    public void removeDestinationSequence(Identifier identifier) {
        // Not kept.
    }

    @Override
    public synchronized Collection<SourceSequence> getSourceSequences(String endpoint) {
        if (sequence == null) {
            return List.of();
        }
        return List.of(new SourceSequence(sequence, null, null, lastNumber, false, protocol));
    }

    @Override
    public Collection<DestinationSequence> getDestinationSequences(String endpoint) {
        return List.of();
    }

    @Override
    public synchronized Collection<RMMessage> getMessages(Identifier identifier, boolean outbound) {
        return messages.entrySet().stream()
                .map(entry -> message(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static RMMessage message(long number, Kept kept) {
        try {
            CachedOutputStream content = new CachedOutputStream();
            IOUtils.copy(new ByteArrayInputStream(kept.content().getBytes(StandardCharsets.UTF_8)), content);
            content.flush();
            RMMessage message = new RMMessage();
            message.setMessageNumber(number);
            message.setContent(content);
            message.setContentType(kept.contentType());
            message.setCreatedTime(kept.createdTime());
            return message;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void persistOutgoing(SourceSequence of, @Nullable RMMessage message) {
        if (message == null) {
            return;
        }
        lastNumber = Math.max(lastNumber, message.getMessageNumber());
        try {
            messages.put(
                    message.getMessageNumber(),
                    new Kept(
                            new String(message.getContent().getBytes(), StandardCharsets.UTF_8),
                            message.getContentType(),
                            message.getCreatedTime()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void persistIncoming(DestinationSequence of, RMMessage message) {
        // Not kept.
    }

    @Override
    public synchronized void removeMessages(Identifier identifier, Collection<Long> numbers, boolean outbound) {
        messages.keySet().removeAll(numbers);
    }
}
