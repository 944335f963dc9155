package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Stores the sequences and messages that are sent, and deletes them when they are acknowledged. Thread-safe. */
final class SourceMessages {
    private static final Logger LOG = Logs.of(SourceMessages.class);
    private static final int LONGEST_REASON = 1_024;

    final SourceWrites writes;
    private final DataSourceStore store;
    private final DeferredWork acknowledged;
    private final DeferredWork givenUp;
    /** The pending notes of {@link #givenUp}, by sequence and number: the reason, or empty if the message is sent again. */
    private final Map<String, Map<Long, Optional<String>>> reasons = new ConcurrentHashMap<>();

    private final DeferredWork forsaken;
    private final DeferredWork ends;
    /** Sequences that have ended, with the tokens under which they were owned. */
    private final Map<String, Long> ended = new ConcurrentHashMap<>();

    SourceMessages(DataSourceStore store, ScheduledExecutorService executor, StoreOptions options) {
        this.store = store;
        long delayMillis = options.batchDelay().toMillis();
        this.writes = new SourceWrites(store, executor, delayMillis);
        this.acknowledged = new DeferredWork("Deleting acknowledged messages", executor, delayMillis, this::delete);
        this.givenUp = new DeferredWork("Noting what was given up", executor, delayMillis, this::noteGivenUp);
        this.forsaken = new DeferredWork(
                "Noting a forsaken sequence",
                executor,
                0,
                (sequence, none) -> store.sourceTables.forsake(sequence, token(sequence)));
        this.ends = new DeferredWork("Deleting a sequence", executor, 0, (sequence, none) -> remove(sequence));
    }

    void create(SourceSequence sequence, EndpointKey key) {
        store.sources.begin(store, sequence, token -> store.sourceTables.create(sequence, key, token));
        writes.created(sequence.getIdentifier().getValue());
    }

    /** Creates a sequence in a transaction; it is held even if that fails, because the failure may come after the commit. */
    void create(Connection connection, SourceSequence sequence, EndpointKey key) throws SQLException, IOException {
        long token = store.nodes.token();
        store.sources.hold(sequence, token);
        writes.created(sequence.getIdentifier().getValue());
        store.requireOwned(store.sourceTables.create(connection, sequence, key, token), sequence.getIdentifier());
    }

    /** Stops holding a sequence, so that another endpoint may recover it. */
    void drop(SourceSequence sequence) {
        store.sources.drop(sequence.getIdentifier().getValue());
        writes.forget(sequence.getIdentifier().getValue());
    }

    /** Waits until every transaction that has written to a sequence has certainly ended, the one that creates it included. */
    void awaitWrites(SourceSequence sequence, EndpointKey key) {
        String identifier = sequence.getIdentifier().getValue();
        try {
            if (!store.sourceTables.create(sequence, key, token(identifier))) {
                LOG.debug("Sequence {} belongs to another process", identifier);
            }
        } catch (RMStoreException e) {
            if (!Database.isDuplicate(e)) {
                throw e;
            }
        }
        writes.await(identifier);
    }

    /**
     * Stores a message that CXF sends. CXF may give one number to two answers of a service; then only the first is stored. Of
     * an answer on the connection of its request only the number is kept: it cannot be sent again.
     */
    void add(SourceSequence sequence, @Nullable RMMessage message) {
        if (message == null || message.getContent() == null) {
            store.requireOwned(store.sourceTables.end(sequence, token(sequence)), sequence.getIdentifier());
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
            store.requireOwned(writes.write(sequence, messages, token(sequence)), sequence.getIdentifier());
            for (RMMessage message : messages) {
                if (message instanceof StoredCall call) {
                    store.backlogs.removed(
                            call.former().sequence(), List.of(call.former().number()));
                }
            }
        } finally {
            // These are copies that were made for the store.
            messages.forEach(Messages::release);
        }
    }

    /** Stores messages that are not to be sent before the transaction has committed. */
    void add(Connection connection, SourceSequence sequence, List<RMMessage> messages)
            throws SQLException, IOException {
        long fence = writes.fence(sequence.getIdentifier().getValue());
        boolean owned = store.sourceTables.add(connection, sequence, messages, token(sequence), fence);
        store.requireOwned(owned, sequence.getIdentifier());
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

    /** Notes in the background that a message is given up, or is sent again if the reason is null. */
    void giveUp(String sequence, long number, @Nullable String reason) {
        if (reason != null) {
            store.backlogs.removed(sequence, List.of(number));
        }
        Optional<String> fitting =
                Optional.ofNullable(reason).map(text -> text.substring(0, Math.min(text.length(), LONGEST_REASON)));
        reasons.computeIfAbsent(sequence, key -> new ConcurrentHashMap<>()).put(number, fitting);
        givenUp.add(sequence, Numbers.of(List.of(number)));
    }

    private void noteGivenUp(String sequence, Numbers numbers) {
        Map<Long, Optional<String>> pending = reasons.getOrDefault(sequence, Map.of());
        numbers.stream().forEach(number -> {
            Optional<String> reason = pending.get(number);
            if (reason != null) {
                store.sourceTables.giveUp(sequence, number, reason.orElse(null), token(sequence));
                pending.remove(number, reason);
            }
        });
    }

    void forsake(String sequence) {
        forsaken.add(sequence, new Numbers());
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

    boolean isAcknowledged(String sequence) {
        if (store.backlogs.waiting(sequence) > 0) {
            return false;
        }
        flush();
        return store.sourceTables.named(sequence, store.nodes.token()).stream()
                .allMatch(stored -> stored.messages() == 0);
    }

    /**
     * Removes a sequence that has ended. One that this process has lost stays for the process that has taken it over, or will.
     */
    void end(String sequence) {
        store.sources.tokenOf(sequence).ifPresent(token -> {
            acknowledged.forget(sequence);
            writes.forget(sequence);
            givenUp.forget(sequence);
            reasons.remove(sequence);
            forsaken.forget(sequence);
            store.backlogs.drop(sequence);
            ended.put(sequence, token);
            store.sources.drop(sequence);
            ends.add(sequence, new Numbers());
        });
    }

    private void remove(String sequence) {
        Long token = ended.get(sequence);
        if (token != null) {
            store.sourceTables.remove(sequence, token);
            ended.remove(sequence);
        }
    }

    /** Returns whether this process works with a sequence, or still has to remove it. */
    boolean isInUse(String sequence) {
        return store.sources.holds(sequence) || ended.containsKey(sequence);
    }

    /** Does the pending work at once, so that acknowledged messages are not read any more. */
    void flush() {
        acknowledged.flush();
        writes.flush();
        forsaken.flush();
        givenUp.flush();
        ends.flush();
    }
}
