package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import io.github.restartoracle.wsrm.recovery.CallStore;
import io.github.restartoracle.wsrm.recovery.GivenUpStore;
import io.github.restartoracle.wsrm.recovery.PagedStore;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoreFailedException;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.PersistenceUtils;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The store of CXF, if there is one. Thread-safe if the store is. */
final class StoredMessages {
    private static final Logger LOG = Logs.of(StoredMessages.class);
    /** The reason by which the next process knows a message that was discarded. */
    static final String DISCARDED = "it was discarded before its sequence was closed";

    private final RMManager manager;
    private final CurrentSequence current;
    private final boolean sendsUnstored;

    /** Has a message sent, if so configured, although it could not be stored. */
    StoredMessages(RMManager manager, CurrentSequence current, boolean sendsUnstored) {
        this.manager = manager;
        this.current = current;
        this.sendsUnstored = sendsUnstored;
    }

    /** Returns the number of recovered messages that the store puts into the queue when there is room. */
    long waiting() {
        return manager.getStore() instanceof PagedStore paged ? paged.waiting() : 0;
    }

    /** Returns that number of one endpoint. */
    long waiting(RMEndpoint endpoint) {
        return manager.getStore() instanceof PagedStore paged ? paged.waiting(endpoint) : 0;
    }

    boolean isThere() {
        return manager.getStore() != null;
    }

    /** Returns whether a message is sent although storing it has failed. */
    boolean isSentUnstored(RuntimeException failure) {
        return sendsUnstored && !(failure instanceof SequenceTakenException);
    }

    /**
     * Stores a call that was captured, if there is a store, and gives it its number for good.
     *
     * @param sentAnyway the failures of the store in spite of which the call is sent
     * @return the number, which differs from the former one if other calls have failed or taken long
     */
    long add(
            org.apache.cxf.message.Message message,
            Message<Template> captured,
            Predicate<RuntimeException> sentAnyway) {
        RMMessage row = manager.getStore() == null ? null : row(message, captured);
        try {
            current.store(message, row, sentAnyway);
        } catch (RMStoreException e) {
            // A store may throw the cause only, which tells a caller nothing.
            throw e.getMessage() == null && e.getCause() != null
                    ? new StoreFailedException("the message cannot be stored", e.getCause())
                    : e;
        } finally {
            if (row != null) {
                close(row.getContent());
            }
        }
        return RMContextUtils.retrieveRMProperties(message, true).getSequence().getMessageNumber();
    }

    /** Stores a call that has no sequence yet; returns false if there is no store that takes it. */
    boolean addCall(RMEndpoint reliable, org.apache.cxf.message.Message standIn, Message<Template> call) {
        if (!(manager.getStore() instanceof CallStore calls)) {
            return false;
        }
        if (call.former() == null) {
            call.storedAs(calls.call(reliable, row(new RMMessage(), standIn, call)));
        }
        return true;
    }

    /** Stores a call as {@link #addCall}, in the transaction of the calling thread. */
    void joinCall(
            RMEndpoint reliable,
            org.apache.cxf.message.Message standIn,
            Message<Template> call,
            Consumer<Boolean> ended) {
        if (!(manager.getStore() instanceof CallStore calls)) {
            throw new IllegalStateException("there is no store for calls without a number");
        }
        RMMessage row = row(new RMMessage(), standIn, call);
        try {
            call.storedAs(calls.join(reliable, row, ended));
        } catch (RuntimeException failure) {
            close(row.getContent());
            throw failure;
        }
    }

    private static RMMessage row(org.apache.cxf.message.Message message, Message<Template> captured) {
        MessageId former = captured.former();
        return row(former == null ? new RMMessage() : new StoredCall(former), message, captured);
    }

    private static RMMessage row(RMMessage row, org.apache.cxf.message.Message message, Message<Template> captured) {
        row.setCreatedTime(RMContextUtils.retrieveRMProperties(message, true).getCreatedTime());
        try {
            PersistenceUtils.encodeRMContent(row, message, captured.payload().open());
            return row;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Notes the present state of a message that was given up, or is sent again although it was. */
    synchronized void noteGivenUp(Message<Template> message) {
        boolean stored = message.isNumbered() || message.former() != null;
        if (stored && manager.getStore() instanceof GivenUpStore store) {
            MessageId id = message.id();
            String reason = message.isKept() ? DISCARDED : message.reason();
            store.givenUp(CurrentSequence.identifier(id.sequence()), id.number(), reason);
        }
    }

    /** Removes a message that an operator has taken out; notes it instead if the next process has to end its sequence. */
    void discard(Message<Template> message) {
        if (keeps(message)) {
            noteGivenUp(message);
        } else if (message.isNumbered() || message.former() != null) {
            remove(message.id());
        }
    }

    /** Removes or notes messages of a sequence as {@link #discard(Message)}. */
    void discard(Identifier sequence, List<Message<Template>> messages) {
        Map<Boolean, List<Message<Template>>> kept = messages.stream().collect(Collectors.partitioningBy(this::keeps));
        kept.getOrDefault(true, List.of()).forEach(this::noteGivenUp);
        remove(sequence, kept.getOrDefault(false, List.of()));
    }

    private boolean keeps(Message<Template> message) {
        return message.isKept() && manager.getStore() instanceof GivenUpStore;
    }

    /** Notes that the destination takes no part in a sequence any more. */
    void noteForsaken(Identifier sequence) {
        if (manager.getStore() instanceof GivenUpStore store) {
            store.forsaken(sequence);
        }
    }

    private static void close(@Nullable CachedOutputStream content) {
        if (content != null) {
            try {
                content.close();
            } catch (IOException e) {
                LOG.debug("Closing the content of a stored message failed", e);
            }
        }
    }

    /** Removes messages that have left the queue. A failure of the store is only logged. */
    void remove(Identifier sequence, List<Message<Template>> messages) {
        removeNumbers(sequence, messages.stream().map(Message::number).toList());
    }

    /**
     * Removes messages that are acknowledged. The last one of a sequence for answers stays in CXF's own store: when CXF
     * recovers, it drops a sequence without messages, and a service cannot create another one for the anonymous address.
     */
    void removeAcknowledged(SourceSequence sequence, Acknowledged received, List<Message<Template>> messages) {
        Set<Long> gone = messages.stream().map(Message::number).collect(Collectors.toCollection(TreeSet::new));
        if (!gone.isEmpty() && staysWithItsSequence(sequence)) {
            long last = sequence.getCurrentMessageNr();
            while (last > 0 && !received.covers(last)) {
                last--;
            }
            long former = last;
            while (former > 0 && (gone.contains(former) || !received.covers(former))) {
                former--;
            }
            gone.add(former);
            gone.remove(last);
        }
        removeNumbers(sequence.getIdentifier(), gone);
    }

    /** Removes the message that {@link #removeAcknowledged} has left. A failure of the store is only logged. */
    void removeLast(SourceSequence ended) {
        if (staysWithItsSequence(ended)) {
            Identifier sequence = ended.getIdentifier();
            try {
                removeNumbers(
                        sequence,
                        manager.getStore().getMessages(sequence, true).stream()
                                .map(RMMessage::getMessageNumber)
                                .toList());
            } catch (RuntimeException e) {
                LOG.warn("The last answer of sequence {} could not be removed from the store", sequence.getValue(), e);
            }
        }
    }

    private boolean staysWithItsSequence(SourceSequence sequence) {
        return sequence.getOfferingSequenceIdentifier() != null
                && manager.getStore() != null
                && !(manager.getStore() instanceof CallStore);
    }

    /** Removes messages by their numbers. */
    void removeNumbers(Identifier sequence, Collection<Long> numbers) {
        RMStore store = manager.getStore();
        if (store == null || numbers.isEmpty()) {
            return;
        }
        try {
            store.removeMessages(sequence, numbers, true);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn(
                    "{} messages of sequence {} could not be removed from the store; they would be sent again"
                            + " after a restart of the process",
                    numbers.size(),
                    sequence.getValue(),
                    e);
        }
    }

    /** Removes one message by its name. */
    void remove(MessageId message) {
        removeNumbers(CurrentSequence.identifier(message.sequence()), Set.of(message.number()));
    }
}
