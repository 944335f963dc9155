package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Stores the messages that are sent, and deletes them when they are acknowledged. Thread-safe. */
final class SourceMessages {
    private static final Logger LOG = Logs.of(SourceMessages.class);

    private final DataSourceStore store;
    private final DeferredWork acknowledged;
    private final SourceWrites writes;
    private final GivenUpMessages givenUp;
    /** Sequences that have ended, with the tokens under which they were owned. */
    private final Map<String, Long> ended = new ConcurrentHashMap<>();

    private final DeferredWork ends;
    private final DeferredWork forsaken;

    SourceMessages(DataSourceStore store, ScheduledExecutorService executor, StoreOptions options) {
        this.store = store;
        long delayMillis = options.batchDelay().toMillis();
        this.acknowledged = new DeferredWork("Deleting acknowledged messages", executor, delayMillis, this::delete);
        this.writes = new SourceWrites(store, executor, options);
        this.givenUp = new GivenUpMessages(store, executor, options);
        this.ends = new DeferredWork("Deleting a sequence", executor, 0, this::remove);
        this.forsaken = new DeferredWork("Noting a forsaken sequence", executor, 0, this::forsake);
    }

    void created(String sequence) {
        writes.created(sequence);
    }

    void dropped(String sequence) {
        writes.forget(sequence);
    }

    void recovered(String sequence) {
        writes.recovered(sequence);
    }

    /** Removes messages whose store calls have failed with an unknown outcome. */
    void settle() {
        writes.settle();
    }

    /**
     * Stores a message that CXF sends. CXF may give one number to two answers of a service; then only the first is stored. Of
     * an answer on the connection of its request only the number is kept: it cannot be sent again.
     */
    void add(SourceSequence sequence, @Nullable RMMessage message) {
        if (message == null || message.getContent() == null) {
            if (!store.sourceTables.end(sequence, token(sequence))) {
                throw store.taken(sequence.getIdentifier());
            }
            return;
        }
        try {
            add(sequence, List.of(message));
            if (Messages.isAnswer(message)) {
                acknowledged(sequence.getIdentifier().getValue(), List.of(message.getMessageNumber()));
            }
        } catch (RMStoreException e) {
            if (!Database.isDuplicate(e)) {
                throw e;
            }
            LOG.warn("Sequence {} has two messages with the same number; only the first is stored", sequence);
        }
    }

    void add(SourceSequence sequence, List<RMMessage> messages) {
        try {
            long token = token(sequence);
            Map<Long, MessageId> formers = formers(messages);
            Numbers numbers = Numbers.of(
                    messages.stream().map(RMMessage::getMessageNumber).toList());
            if (!writes.write(
                    sequence.getIdentifier().getValue(),
                    numbers,
                    formers,
                    fence -> store.sourceTables.add(sequence, messages, token, fence))) {
                throw store.taken(sequence.getIdentifier());
            }
            formers.values().forEach(former -> store.backlogs.removed(former.sequence(), List.of(former.number())));
        } finally {
            // These are copies that were made for the store.
            messages.forEach(Messages::release);
        }
    }

    /** Stores messages that are not to be sent before the transaction has committed. */
    void write(Connection connection, SourceSequence sequence, List<RMMessage> messages)
            throws SQLException, IOException {
        long fence = writes.fence(sequence.getIdentifier().getValue());
        if (!store.sourceTables.add(connection, sequence, messages, token(sequence), fence)) {
            throw store.taken(sequence.getIdentifier());
        }
    }

    /** Waits until the transactions that have written to a sequence have ended. */
    void await(String sequence) {
        writes.await(sequence);
    }

    /** Returns the names under which messages were stored before, by their numbers. */
    private static Map<Long, MessageId> formers(List<RMMessage> messages) {
        Map<Long, MessageId> formers = new HashMap<>();
        for (RMMessage message : messages) {
            if (message instanceof StoredCall call) {
                formers.put(call.getMessageNumber(), call.former());
            }
        }
        return formers;
    }

    private long token(SourceSequence sequence) {
        try {
            return store.sources.token(sequence);
        } catch (SequenceTakenException given) {
            // It may have become the current one after this process lost it: the next message must begin another.
            if (sequence.getSource() != null) {
                sequence.getSource().setCurrent(null);
            }
            throw given;
        }
    }

    private long token(String sequence) {
        return store.sources.tokenOr(sequence, store.nodes.token());
    }

    void givenUp(String sequence, long number, @Nullable String reason) {
        if (reason != null) {
            store.backlogs.removed(sequence, List.of(number));
        }
        givenUp.add(sequence, number, reason);
    }

    void forsaken(String sequence) {
        forsaken.add(sequence, new Numbers());
    }

    private void forsake(String sequence, Numbers none) {
        store.sourceTables.forsake(sequence, token(sequence));
        LOG.trace("Sequence {} is noted as forsaken {}", sequence, none);
    }

    void acknowledged(String sequence, Collection<Long> numbers) {
        store.backlogs.removed(sequence, numbers);
        acknowledged.add(sequence, Numbers.of(numbers));
    }

    private void delete(String sequence, Numbers numbers) {
        if (!store.sourceTables.delete(sequence, numbers, token(sequence))) {
            LOG.debug("Sequence {} no longer belongs to this process, so its messages are not deleted", sequence);
        }
    }

    /**
     * Removes a sequence that has ended. One that this process has lost stays for the process that has taken it over, or will.
     */
    void end(String sequence) {
        store.sources.tokenOf(sequence).ifPresent(token -> {
            acknowledged.forget(sequence);
            writes.forget(sequence);
            givenUp.forget(sequence);
            forsaken.forget(sequence);
            store.backlogs.drop(sequence);
            ended.put(sequence, token);
            store.sources.drop(sequence);
            ends.add(sequence, new Numbers());
        });
    }

    /** Returns whether a sequence has ended and is still in the database. */
    boolean isEnding(String sequence) {
        return ended.containsKey(sequence);
    }

    private void remove(String sequence, Numbers none) {
        Long token = ended.get(sequence);
        if (token != null) {
            store.sourceTables.remove(sequence, token);
            ended.remove(sequence);
        }
        LOG.trace("Sequence {} is deleted {}", sequence, none);
    }

    void flush() {
        acknowledged.flush();
        writes.flush();
        forsaken.flush();
        givenUp.flush();
        ends.flush();
    }
}
