package io.github.restartoracle.store;

import io.github.restartoracle.store.DestinationTables.Delivered;
import io.github.restartoracle.wsrm.internal.destination.DeliveryScope;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Stores the messages that are received, and notes their deliveries. Thread-safe. */
final class ReceivedMessages {
    private static final Logger LOG = Logs.of(ReceivedMessages.class);

    private final DataSourceStore store;
    private final GroupWriter<DestinationTables.Accepted> accepted = new GroupWriter<>(
            this::accept, failure -> failure instanceof SequenceTakenException || Database.isDuplicate(failure));
    private final DeferredWork delivered;
    /** Sequences that have ended; some may have messages that are still to be delivered. */
    private final Set<String> ended = ConcurrentHashMap.newKeySet();

    private final DeferredWork ends;
    private final DeferredWork terminations;

    ReceivedMessages(DataSourceStore store, ScheduledExecutorService executor, StoreOptions options) {
        this.store = store;
        this.delivered = new DeferredWork(
                "Deleting delivered messages", executor, options.batchDelay().toMillis(), this::fold);
        this.ends =
                new DeferredWork("Deleting a sequence", executor, 0, (sequence, none) -> removeIfDelivered(sequence));
        this.terminations = new DeferredWork("Noting the end of a sequence", executor, 0, (sequence, none) -> {
            DestinationSequence held = store.destinations.get(sequence);
            if (held != null) {
                store.destinationTables.update(held, token(sequence));
            }
        });
    }

    private long token(String sequence) {
        return store.destinations.tokenOr(sequence, store.nodes.token());
    }

    void create(DestinationSequence sequence, EndpointKey key) {
        store.destinations.begin(store, sequence, token -> store.destinationTables.create(sequence, key, token));
    }

    /** Notes the number of the last message, or that the sequence was terminated. A failure is retried. */
    void update(DestinationSequence sequence) {
        terminations.add(sequence.getIdentifier().getValue(), new Numbers());
    }

    void close(Identifier identifier) {
        String id = identifier.getValue();
        store.requireOwned(store.destinationTables.close(id, token(id)), identifier);
    }

    void accept(DestinationSequence sequence, RMMessage message) {
        String id = sequence.getIdentifier().getValue();
        long bytes = message.getContent() == null ? 0 : message.getContent().size();
        try {
            accepted.write(new DestinationTables.Accepted(id, message, store.destinations.token(sequence)), bytes);
        } catch (RMStoreException e) {
            if (e instanceof SequenceTakenException || !Database.isDuplicate(e)) {
                throw e;
            }
            LOG.debug("Message {} of sequence {} was accepted before", message.getMessageNumber(), id);
        }
    }

    private void accept(List<DestinationTables.Accepted> messages) {
        boolean owned = store.destinationTables.accept(messages);
        store.requireOwned(owned, Messages.identifier(messages.get(0).identifier()));
    }

    /** Notes deliveries that the transaction of the service does not note, or whose note has failed. */
    void deliver(Identifier identifier, Collection<Long> numbers) {
        Message message = PhaseInterceptorChain.getCurrentMessage();
        boolean accepts = message != null && MessageUtils.getContextualBoolean(message, Message.ROBUST_ONEWAY);
        DeliveryTransaction delivery = message == null ? null : DeliveryTransaction.of(message);
        String id = identifier.getValue();
        for (long number : numbers) {
            // The delivery that this call belongs to notes the message itself, in its transaction.
            if (delivery == null || !delivery.isOf(id, number)) {
                Delivered result = store.database.statement(
                        connection -> store.destinationTables.deliver(connection, id, number, token(id), accepts));
                if (result == Delivered.NOT_OWNED) {
                    if (message != null) {
                        DeliveryScope.refused(message);
                    }
                    throw store.taken(identifier);
                }
                if (result.isSo()) {
                    delivered(id, number);
                }
            }
        }
    }

    void giveUp(Identifier identifier, long number, @Nullable String reason) {
        String id = identifier.getValue();
        store.requireOwned(store.destinationTables.giveUp(id, number, reason, token(id)), identifier);
    }

    void delivered(String sequence, long number) {
        delivered.add(sequence, Numbers.of(List.of(number)));
    }

    void recovered(StoredDestination stored) {
        if (!stored.unfolded().isEmpty()) {
            delivered.add(stored.identifier(), stored.unfolded());
        }
    }

    private void fold(String sequence, Numbers numbers) {
        if (!store.destinationTables.fold(sequence, numbers, token(sequence))) {
            LOG.debug("Sequence {} no longer belongs to this process, so its messages are not deleted", sequence);
        }
        removeIfDelivered(sequence);
    }

    /** Ends a sequence. Its row stays until all accepted messages are delivered. */
    void end(String sequence) {
        if (store.destinations.holds(sequence)) {
            ended.add(sequence);
            ends.add(sequence, new Numbers());
        }
    }

    private void removeIfDelivered(String sequence) {
        if (ended.contains(sequence) && store.destinationTables.remove(sequence, token(sequence))) {
            ended.remove(sequence);
            delivered.forget(sequence);
            store.destinations.drop(sequence);
        }
    }

    void flush() {
        terminations.flush();
        delivered.flush();
        ends.flush();
    }
}
