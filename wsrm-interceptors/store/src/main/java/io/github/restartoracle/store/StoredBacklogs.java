package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.recovery.CallQueue;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Puts recovered messages into the queue, within a share of the heap; at least one of each sequence. Thread-safe. */
final class StoredBacklogs {
    private static final Logger LOG = Logs.of(StoredBacklogs.class);
    private static final long LEAST_BYTES = 1L << 20;
    private static final int HEAP_SHARE = 32;
    /** The part of the room that one sequence may take, as a divisor, so that several sequences have room. */
    private static final int SEQUENCE_SHARE = 4;

    private static final long DELAY_MILLIS = 5;
    private static final long RETRY_MILLIS = 1_000;

    private final SourceTables tables;
    private final Held<SourceSequence> held;
    private final ScheduledExecutorService executor;
    private final long mostBytes;
    /** Guarded by itself; a message is put into the queue outside of that lock. */
    private final Map<String, StoredBacklog> backlogs = new LinkedHashMap<>();
    /** The lock that keeps the messages of a sequence in order while they are put into the queue. */
    private final Object filling = new Object();

    private boolean scheduled;

    StoredBacklogs(SourceTables tables, Held<SourceSequence> held, ScheduledExecutorService executor) {
        this(tables, held, executor, Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
    }

    StoredBacklogs(SourceTables tables, Held<SourceSequence> held, ScheduledExecutorService executor, long mostBytes) {
        this.tables = tables;
        this.held = held;
        this.executor = executor;
        this.mostBytes = mostBytes;
    }

    /** Begins with a sequence that its endpoint knows. Returns when its first messages are in the queue. */
    void add(SourceSequence sequence, RMEndpoint endpoint, SourceTables.Stored stored) {
        StoredBacklog backlog = new StoredBacklog(
                sequence, endpoint, sequence.getCurrentMessageNr(), stored.messages(), stored.forsaken());
        synchronized (backlogs) {
            backlogs.put(backlog.identifier(), backlog);
        }
        fill();
    }

    void drop(String sequence) {
        synchronized (backlogs) {
            backlogs.remove(sequence);
        }
    }

    /** Makes room after messages have left the queue. */
    void removed(String sequence, Collection<Long> numbers) {
        synchronized (backlogs) {
            StoredBacklog backlog = backlogs.get(sequence);
            if (backlog != null) {
                backlog.removed(numbers);
                if (backlogs.values().stream().anyMatch(this::wants)) {
                    schedule(DELAY_MILLIS);
                }
            }
        }
    }

    /** Returns the number of messages that are in the database and not in the queue. */
    long waiting() {
        return waiting(backlog -> true);
    }

    /** Returns that number of one endpoint. */
    long waiting(RMEndpoint endpoint) {
        return waiting(backlog -> backlog.endpoint.equals(endpoint));
    }

    private long waiting(Predicate<StoredBacklog> counted) {
        synchronized (backlogs) {
            return backlogs.values().stream()
                    .filter(counted)
                    .mapToLong(StoredBacklog::waiting)
                    .sum();
        }
    }

    /** Returns that number of one sequence; see {@link #waiting()}. */
    long waiting(String sequence) {
        synchronized (backlogs) {
            StoredBacklog backlog = backlogs.get(sequence);
            return backlog == null ? 0 : backlog.waiting();
        }
    }

    private boolean wants(StoredBacklog backlog) {
        return backlog.waiting() > 0 && (backlog.isEmpty() || backlog.inQueueBytes() <= mostBytes / SEQUENCE_SHARE / 2);
    }

    private void schedule(long millis) {
        synchronized (backlogs) {
            if (!scheduled) {
                try {
                    Future<?> look = executor.schedule(this::refill, millis, TimeUnit.MILLISECONDS);
                    scheduled = !look.isCancelled();
                } catch (RejectedExecutionException closed) {
                    LOG.debug("No more messages are read: the store is closed");
                }
            }
        }
    }

    private void refill() {
        synchronized (backlogs) {
            scheduled = false;
        }
        fill();
    }

    /** Reads messages as far as there is room. */
    private void fill() {
        List<StoredBacklog> wanting;
        synchronized (backlogs) {
            wanting = backlogs.values().stream().filter(this::wants).toList();
        }
        for (StoredBacklog backlog : wanting) {
            try {
                synchronized (filling) {
                    fill(backlog);
                }
            } catch (RuntimeException | Error e) {
                LOG.warn("Messages of sequence {} could not be read; trying again", backlog.sequence, e);
                schedule(RETRY_MILLIS);
            }
        }
    }

    private void fill(StoredBacklog backlog) {
        if (UnnumberedCalls.isLine(backlog.identifier())
                && !(backlog.endpoint.getManager().getRetransmissionQueue() instanceof CallQueue)) {
            // A client recovers while it is created, and its features are applied only afterwards; CXF's queue numbers
            // no calls.
            schedule(RETRY_MILLIS);
            return;
        }
        List<SourceTables.Size> sizes = tables.sizes(backlog.identifier(), backlog.next());
        StoredBacklog.Page page;
        synchronized (backlogs) {
            page = backlog.choose(sizes, room(backlog));
            backlog.take(page);
        }
        if (page.isEmpty()) {
            return;
        }
        long reached = page.from();
        boolean done = false;
        List<RMMessage> endings = new ArrayList<>(0);
        try {
            Set<Long> gone = new HashSet<>(page.costs().keySet());
            for (RMMessage message : tables.messages(backlog.identifier(), page.from(), page.to())) {
                reached = message.getMessageNumber();
                if (givenUp(message) == null || backlog.forsaken) {
                    put(backlog, message);
                } else {
                    endings.add(message);
                }
                if (gone.remove(reached)) {
                    synchronized (backlogs) {
                        backlog.waitsNoLonger(1);
                    }
                }
            }
            synchronized (backlogs) {
                backlog.removed(gone);
                backlog.waitsNoLonger(gone.size());
            }
            done = true;
        } finally {
            try {
                // They may end their sequence, which depends on the messages behind them.
                endings.forEach(message -> put(backlog, message));
            } finally {
                if (!done) {
                    synchronized (backlogs) {
                        backlog.takeBack(page, reached);
                    }
                }
            }
        }
    }

    private static @Nullable String givenUp(RMMessage message) {
        return message instanceof SourceTables.Kept kept ? kept.givenUp : null;
    }

    private long room(StoredBacklog backlog) {
        long all = backlogs.values().stream()
                .mapToLong(StoredBacklog::inQueueBytes)
                .sum();
        return Math.min(mostBytes - all, mostBytes / SEQUENCE_SHARE - backlog.inQueueBytes());
    }

    @SuppressWarnings("ReferenceEquality") // a later object for the same sequence has a backlog of its own
    private void put(StoredBacklog backlog, RMMessage message) {
        if (held.get(backlog.identifier()) != backlog.sequence) {
            return;
        }
        RMManager manager = backlog.endpoint.getManager();
        try {
            Message recovered = RecoveredMessage.of(manager.getBus(), backlog.endpoint, backlog.sequence, message);
            String givenUp = givenUp(message);
            if (UnnumberedCalls.isLine(backlog.identifier())) {
                CallQueue queue = (CallQueue) manager.getRetransmissionQueue();
                queue.recoverCall(recovered, new MessageId(backlog.identifier(), message.getMessageNumber()), givenUp);
            } else {
                if (givenUp != null) {
                    recovered.put(RecoveredMessage.GIVEN_UP, givenUp);
                }
                if (backlog.forsaken) {
                    recovered.put(RecoveredMessage.FORSAKEN, true);
                }
                manager.getRetransmissionQueue().addUnacknowledged(recovered);
            }
            if (givenUp != null) {
                // It stays until an operator intervenes, and other messages must not wait for that.
                removed(backlog.identifier(), List.of(message.getMessageNumber()));
            }
        } catch (IOException e) {
            LOG.error(
                    "Message {} of sequence {} cannot be read and is not sent; it stays in the database",
                    message.getMessageNumber(),
                    backlog.sequence,
                    e);
        }
    }
}
