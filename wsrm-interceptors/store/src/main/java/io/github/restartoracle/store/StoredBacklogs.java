package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.recovery.CallQueue;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredMessage;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The number of messages whose sizes are read at a time. */
    static final int MESSAGES = 500;

    /** The heap in bytes that a message in the queue takes besides its content. */
    private static final long OF_A_MESSAGE = 8_192;

    private final SourceTables tables;
    private final OwnedSequences<SourceSequence> held;
    private final Later later;
    private final long mostBytes;
    /** Guarded by itself; a message is put into the queue outside of that lock. */
    private final Map<String, Backlog> backlogs = new LinkedHashMap<>();
    /** The lock that keeps the messages of a sequence in order while they are put into the queue. */
    private final Object filling = new Object();

    private boolean scheduled;

    /**
     * The backlog of a recovered sequence: a part of its messages is in the queue, the others are in the database only until the
     * queue has room. Messages that were added to the sequence after its recovery do not belong to the backlog.
     * Not thread-safe; guarded by {@link #backlogs}.
     */
    private static final class Backlog {
        final SourceSequence sequence;
        final RMEndpoint endpoint;
        /** True if the destination takes no part in the sequence any more. */
        final boolean forsaken;
        /** The highest number that the backlog can have. */
        final long last;

        long next = 1;
        /** The number of messages that are in the database, and have not been put into the queue. */
        long waiting;
        /** The estimated heap of each message in the queue in bytes, by number. */
        final Map<Long, Long> inQueue = new HashMap<>();

        long inQueueBytes;

        Backlog(SourceSequence sequence, RMEndpoint endpoint, SourceTables.Stored stored) {
            this.sequence = sequence;
            this.endpoint = endpoint;
            this.last = sequence.getCurrentMessageNr();
            this.waiting = stored.messages();
            this.forsaken = stored.forsaken();
        }

        String identifier() {
            return sequence.getIdentifier().getValue();
        }

        /**
         * Chooses the messages to be read next: at least one if the queue has none.
         *
         * @param sizes of messages from {@link #next} on
         * @param room bytes
         */
        Page choose(List<SourceTables.Size> sizes, long room) {
            Map<Long, Long> costs = new HashMap<>();
            long to = next;
            long left = room;
            for (SourceTables.Size size : sizes) {
                long cost = size.bytes() + OF_A_MESSAGE;
                boolean first = inQueue.isEmpty() && costs.isEmpty();
                if (size.number() > last || (cost > left && !first)) {
                    break;
                }
                costs.put(size.number(), cost);
                to = size.number();
                left -= cost;
            }
            if (costs.isEmpty() && (sizes.isEmpty() || sizes.get(0).number() > last)) {
                waiting = 0;
            }
            return new Page(next, to, costs);
        }

        /** Counts a page as in the queue, before it is put there. */
        void take(Page page) {
            page.costs().forEach((number, cost) -> {
                inQueue.put(number, cost);
                inQueueBytes += cost;
            });
            next = page.to() + 1;
        }

        /** Counts messages of a page that are in the queue now, or are gone. */
        void waitsNoLonger(int messages) {
            waiting = Math.max(0, waiting - messages);
        }

        /** Returns messages to the backlog that could not be put into the queue: those of a page from a number on. */
        void takeBack(Page page, long from) {
            removed(page.costs().keySet().stream()
                    .filter(number -> number >= from)
                    .toList());
            next = from;
        }

        /** Counts messages out that have left the queue. */
        void removed(Collection<Long> numbers) {
            for (long number : numbers) {
                Long cost = inQueue.remove(number);
                if (cost != null) {
                    inQueueBytes -= cost;
                }
            }
        }
    }

    /** Messages that are to be read, from the lowest to the highest number, with their costs by number. */
    private record Page(long from, long to, Map<Long, Long> costs) {}

    StoredBacklogs(SourceTables tables, OwnedSequences<SourceSequence> held, ScheduledExecutorService executor) {
        this.tables = tables;
        this.held = held;
        this.later = Later.of(executor);
        this.mostBytes = Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }

    /** Begins with a sequence that its endpoint knows. Returns when its first messages are in the queue. */
    void add(SourceSequence sequence, RMEndpoint endpoint, SourceTables.Stored stored) {
        Backlog backlog = new Backlog(sequence, endpoint, stored);
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
            Backlog backlog = backlogs.get(sequence);
            if (backlog != null) {
                backlog.removed(numbers);
                if (backlogs.values().stream().anyMatch(this::wants)) {
                    schedule(DELAY_NANOS);
                }
            }
        }
    }

    /** Returns the number of messages that are in the database and not in the queue. */
    long waiting() {
        return waiting(backlog -> true);
    }

    long waiting(RMEndpoint endpoint) {
        return waiting(backlog -> backlog.endpoint.equals(endpoint));
    }

    private long waiting(Predicate<Backlog> counted) {
        synchronized (backlogs) {
            return backlogs.values().stream()
                    .filter(counted)
                    .mapToLong(backlog -> backlog.waiting)
                    .sum();
        }
    }

    long waiting(String sequence) {
        synchronized (backlogs) {
            Backlog backlog = backlogs.get(sequence);
            return backlog == null ? 0 : backlog.waiting;
        }
    }

    private boolean wants(Backlog backlog) {
        return backlog.waiting > 0
                && (backlog.inQueue.isEmpty() || backlog.inQueueBytes <= mostBytes / SEQUENCE_SHARE / 2);
    }

    private void schedule(long nanos) {
        synchronized (backlogs) {
            if (!scheduled) {
                scheduled = true;
                later.in(nanos, this::refill);
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
        List<Backlog> wanting;
        synchronized (backlogs) {
            wanting = backlogs.values().stream().filter(this::wants).toList();
        }
        for (Backlog backlog : wanting) {
            try {
                synchronized (filling) {
                    fill(backlog);
                }
            } catch (RuntimeException | Error e) {
                LOG.warn("Messages of sequence {} could not be read; trying again", backlog.sequence, e);
                schedule(RETRY_NANOS);
            }
        }
    }

    private void fill(Backlog backlog) {
        if (UnnumberedCalls.isLine(backlog.identifier())
                && !(backlog.endpoint.getManager().getRetransmissionQueue() instanceof CallQueue)) {
            // A client recovers while it is created, and its features are applied only afterwards; CXF's queue numbers
            // no calls.
            schedule(RETRY_NANOS);
            return;
        }
        List<SourceTables.Size> sizes = tables.sizes(backlog.identifier(), backlog.next);
        Page page;
        synchronized (backlogs) {
            page = backlog.choose(sizes, room(backlog));
            backlog.take(page);
        }
        if (page.costs().isEmpty()) {
            return;
        }
        long reached = page.from();
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
        } catch (RuntimeException | Error e) {
            synchronized (backlogs) {
                backlog.takeBack(page, reached);
            }
            throw e;
        } finally {
            // They may end their sequence, which depends on the messages behind them.
            endings.forEach(message -> put(backlog, message));
        }
    }

    private static @Nullable String givenUp(RMMessage message) {
        return message instanceof SourceTables.Kept kept ? kept.givenUp : null;
    }

    private long room(Backlog backlog) {
        long all =
                backlogs.values().stream().mapToLong(each -> each.inQueueBytes).sum();
        return Math.min(mostBytes - all, mostBytes / SEQUENCE_SHARE - backlog.inQueueBytes);
    }

    @SuppressWarnings("ReferenceEquality") // a later object for the same sequence has a backlog of its own
    private void put(Backlog backlog, RMMessage message) {
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
