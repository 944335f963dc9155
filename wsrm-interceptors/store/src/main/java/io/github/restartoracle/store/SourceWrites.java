package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoreFailedException;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.slf4j.Logger;

/**
 * Writes messages, and handles writes with an unknown outcome: the database does not answer, or a connection breaks, and the
 * database may execute the write all the same, at once or much later.
 *
 * <p>After such a write no other message is written to the sequence until it is certain that the messages are not in the
 * database and will not arrive. For that, one transaction locks the row of the sequence, which orders it after every write that
 * has begun. It increments the fence of the sequence, and deletes the messages that it finds or gives them their former names
 * back. A write that arrives later has the former fence and therefore no effect.
 * Thread-safe. Several writes to a sequence may run at once.
 */
final class SourceWrites {
    private static final Logger LOG = Logs.of(SourceWrites.class);

    private static final long UNKNOWN = -1;

    private final DataSourceStore store;
    private final DeferredWork settling;
    private final Map<String, Writes> sequences = new ConcurrentHashMap<>();

    private static final class Writes {
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        /** The messages with an unknown outcome; changed under the monitor, and read under the write lock. */
        private final Numbers doubtful = new Numbers();
        /** The former names of some of these, which they get back; guarded likewise. */
        private final Map<Long, MessageId> formers = new HashMap<>();

        private volatile long fence = UNKNOWN;

        /** Adds messages with an unknown outcome; called under the read lock. */
        synchronized void doubt(List<RMMessage> messages) {
            for (RMMessage message : messages) {
                doubtful.add(message.getMessageNumber());
                if (message instanceof StoredCall call) {
                    formers.put(call.getMessageNumber(), call.former());
                }
            }
            fence = UNKNOWN;
        }

        synchronized void settled(long present) {
            doubtful.clear();
            formers.clear();
            fence = present;
        }
    }

    SourceWrites(DataSourceStore store, ScheduledExecutorService executor, long delayMillis) {
        this.store = store;
        this.settling = new DeferredWork(
                "Taking messages back", executor, delayMillis, (sequence, numbers) -> settle(sequence));
    }

    /** Sets the fence of a sequence that was created. */
    void created(String sequence) {
        writes(sequence).settled(0);
    }

    /** Prepares for a sequence that was read from the database, perhaps written by another process: its fence is not known. */
    void recovered(String sequence) {
        writes(sequence).fence = UNKNOWN;
    }

    /** Removes a sequence that has ended, or that another process owns. */
    void forget(String sequence) {
        settling.forget(sequence);
        sequences.remove(sequence);
    }

    private Writes writes(String sequence) {
        return sequences.computeIfAbsent(sequence, key -> new Writes());
    }

    /** Writes all of the messages or none. Returns false if another process owns the sequence. */
    boolean write(SourceSequence sequence, List<RMMessage> messages, long token) {
        String identifier = sequence.getIdentifier().getValue();
        Writes writes = writes(identifier);
        while (true) {
            writes.lock.readLock().lock();
            try {
                long fence = writes.fence;
                if (fence != UNKNOWN) {
                    return insert(sequence, writes, messages, token, fence);
                }
            } finally {
                writes.lock.readLock().unlock();
            }
            if (!settle(identifier, writes, false)) {
                return false;
            }
        }
    }

    /**
     * Returns the fence for a write in a transaction of the caller. Fails if the fence is unknown: the caller may hold locks for
     * which reading the fence would wait.
     */
    long fence(String sequence) {
        long fence = writes(sequence).fence;
        if (fence == UNKNOWN) {
            throw new StoreFailedException(
                    "a call cannot be stored", new SQLException("the outcome of a write before it is not known"));
        }
        return fence;
    }

    /** Waits until the transactions that have written to a sequence have ended. */
    void await(String sequence) {
        recovered(sequence);
        if (!settle(sequence, writes(sequence), false)) {
            LOG.debug("Sequence {} belongs to another process", sequence);
        }
    }

    private boolean insert(SourceSequence sequence, Writes writes, List<RMMessage> messages, long token, long fence) {
        boolean known = false;
        try {
            boolean owned = store.sourceTables.add(sequence, messages, token, fence);
            known = true;
            return owned;
        } catch (RMStoreException e) {
            known = Database.isDuplicate(e) || e instanceof SequenceTakenException;
            throw e;
        } finally {
            if (!known) {
                writes.doubt(messages);
                settling.add(sequence.getIdentifier().getValue(), new Numbers());
            }
        }
    }

    /** Waits for the writes that are under way, and takes back all messages with an unknown outcome. */
    void settle() {
        sequences.keySet().forEach(this::settle);
    }

    private void settle(String sequence) {
        Writes writes = sequences.get(sequence);
        if (writes != null && !settle(sequence, writes, true)) {
            LOG.debug("Sequence {} belongs to another process, so none of its messages are withdrawn", sequence);
        }
    }

    /**
     * Waits for the writes that are under way, and takes back the messages in doubt.
     *
     * @param ifDoubtful true to leave the fence unknown if no message is in doubt
     * @return false if another process owns the sequence: it takes no further writes
     */
    private boolean settle(String sequence, Writes writes, boolean ifDoubtful) {
        writes.lock.writeLock().lock();
        try {
            if (writes.fence != UNKNOWN || (ifDoubtful && writes.doubtful.isEmpty())) {
                return true;
            }
            long token = store.sources.tokenOr(sequence, store.nodes.token());
            OptionalLong fence = store.sourceTables.fence(sequence, writes.doubtful, writes.formers, token);
            if (fence.isEmpty()) {
                sequences.remove(sequence, writes);
                return false;
            }
            writes.settled(fence.getAsLong());
            return true;
        } finally {
            writes.lock.writeLock().unlock();
        }
    }

    void flush() {
        settling.flush();
    }
}
