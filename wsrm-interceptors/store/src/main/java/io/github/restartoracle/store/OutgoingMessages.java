package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The messages that are sent: stored, and deleted when they are acknowledged. Thread-safe. */
final class OutgoingMessages {
    private static final Logger LOG = Logs.of(OutgoingMessages.class);

    private static final long AGAIN_SECONDS = 30;

    private final DataSourceStore store;
    private final ScheduledExecutorService executor;
    private final Batch acknowledged;
    /**
     * Messages of which it is not known whether they were stored: by sequence and number, the time that they were made, which
     * tells them from others of their number. The database may execute a statement long after it was given up here, so they are
     * taken back twice.
     */
    private final Map<String, Map<Long, Long>> doubtful = new ConcurrentHashMap<>();

    private final Batch withdrawn;
    private final Batch withdrawnAgain;
    /** Sequences that have ended, with the tokens under which they were owned. */
    private final Map<String, Long> ended = new ConcurrentHashMap<>();

    private final Batch ends;

    OutgoingMessages(DataSourceStore store, ScheduledExecutorService executor, StoreOptions options) {
        this.store = store;
        this.executor = executor;
        long delayMillis = options.batchDelay().toMillis();
        this.acknowledged = new Batch("Deleting acknowledged messages", executor, delayMillis, this::delete);
        this.withdrawn = new Batch("Taking messages back", executor, delayMillis, this::withdraw);
        this.withdrawnAgain = new Batch("Taking messages back", executor, delayMillis, (sequence, numbers) -> {
            withdraw(sequence, numbers);
            Map<Long, Long> doubted = doubtful.getOrDefault(sequence, Map.of());
            numbers.stream().forEach(doubted::remove);
        });
        this.ends = new Batch("Deleting a sequence", executor, 0, this::remove);
    }

    void add(SourceSequence sequence, @Nullable RMMessage message) {
        long token = token(sequence);
        boolean known = false;
        try {
            add(sequence, message, token);
            known = true;
        } catch (SequenceTakenException e) {
            known = true;
            throw e;
        } catch (RMStoreException e) {
            if (message == null || !Database.isDuplicate(e)) {
                throw e;
            }
            known = true;
            LOG.warn("Sequence {} has two messages of one number; only the first is stored", sequence);
        } finally {
            if (message != null) {
                if (!known) {
                    doubt(sequence, message);
                }
                // A copy that was made for the store.
                release(message);
            }
        }
    }

    private void add(SourceSequence sequence, @Nullable RMMessage message, long token) {
        try {
            insert(sequence, message, token);
        } catch (RMStoreException e) {
            String identifier = sequence.getIdentifier().getValue();
            if (message == null
                    || !Database.isDuplicate(e)
                    || !doubtful.getOrDefault(identifier, Map.of()).containsKey(message.getMessageNumber())) {
                throw e;
            }
            withdraw(identifier, Numbers.of(List.of(message.getMessageNumber())));
            insert(sequence, message, token);
        }
    }

    private void insert(SourceSequence sequence, @Nullable RMMessage message, long token) {
        if (!store.sourceTables.add(sequence, message, token)) {
            throw store.taken(sequence.getIdentifier());
        }
    }

    private long token(SourceSequence sequence) {
        try {
            return store.sources.token(sequence);
        } catch (SequenceTakenException given) {
            // Should it have become the current one after it was given up: the next message is to begin another.
            if (sequence.getSource() != null) {
                sequence.getSource().setCurrent(null);
            }
            throw given;
        }
    }

    /** The statement has failed, or its answer was lost; its message must not be found in the database by the next life. */
    private void doubt(SourceSequence sequence, RMMessage message) {
        String identifier = sequence.getIdentifier().getValue();
        Numbers number = Numbers.of(List.of(message.getMessageNumber()));
        doubtful.computeIfAbsent(identifier, key -> new ConcurrentHashMap<>())
                .put(message.getMessageNumber(), message.getCreatedTime());
        withdrawn.add(identifier, number);
        try {
            Future<?> later =
                    executor.schedule(() -> withdrawnAgain.add(identifier, number), AGAIN_SECONDS, TimeUnit.SECONDS);
            LOG.trace("Taken back once more: {}", later);
        } catch (RejectedExecutionException closed) {
            LOG.debug("The store is closed");
        }
    }

    private void withdraw(String sequence, Numbers numbers) {
        Map<Long, Long> doubted = doubtful.getOrDefault(sequence, Map.of());
        numbers.stream().filter(doubted::containsKey).forEach(number -> {
            Long createdMillis = doubted.get(number);
            if (createdMillis != null) {
                store.sourceTables.withdraw(sequence, number, createdMillis, token(sequence));
            }
        });
    }

    private long token(String sequence) {
        return store.sources.tokenOr(sequence, store.nodes.token());
    }

    private static void release(RMMessage message) {
        try {
            if (message.getContent() != null) {
                message.getContent().close();
            }
        } catch (IOException e) {
            LOG.debug("Closing the content of a stored message failed", e);
        }
    }

    void acknowledged(String sequence, Collection<Long> numbers) {
        store.backlogs.removed(sequence, numbers);
        acknowledged.add(sequence, Numbers.of(numbers));
    }

    private void delete(String sequence, Numbers numbers) {
        if (!store.sourceTables.delete(sequence, numbers, token(sequence))) {
            LOG.debug("Sequence {} is not this process's any more, so its messages are not deleted", sequence);
        }
    }

    /** A sequence has ended. One that was given up is for the process that has taken it over, or will. */
    void end(String sequence) {
        store.sources.tokenOf(sequence).ifPresent(token -> {
            acknowledged.forget(sequence);
            withdrawn.forget(sequence);
            withdrawnAgain.forget(sequence);
            doubtful.remove(sequence);
            store.backlogs.drop(sequence);
            ended.put(sequence, token);
            store.sources.drop(sequence);
            ends.add(sequence, new Numbers());
        });
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
        withdrawn.flush();
        ends.flush();
    }
}
