package io.github.restartoracle.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.SourceSequence;

/**
 * The messages of a recovered sequence: a part of them is in the queue, and the others are in the database only, until there is
 * room. Messages that are sent in the sequence since are none of these.
 *
 * <p>Not thread-safe.
 */
final class StoredBacklog {
    /** The number of messages whose sizes are read at a time. */
    static final int MESSAGES = 500;

    /** The heap that a message in the queue takes beside its content. */
    private static final long OF_A_MESSAGE = 8_192;

    /**
     * Messages that are to be read.
     *
     * @param from the lowest number
     * @param to the highest number
     * @param costs by number
     */
    record Page(long from, long to, Map<Long, Long> costs) {
        boolean isEmpty() {
            return costs.isEmpty();
        }
    }

    final SourceSequence sequence;
    final RMEndpoint endpoint;
    final boolean forsaken;
    private final long last;
    private long next = 1;
    private long waiting;
    private final Map<Long, Long> inQueue = new HashMap<>();
    private long inQueueBytes;

    /**
     * A backlog of which nothing is in the queue.
     *
     * @param last the highest number that it can have
     * @param waiting the number of messages that are in the database
     * @param forsaken whether the destination takes no part in the sequence any more
     */
    StoredBacklog(SourceSequence sequence, RMEndpoint endpoint, long last, long waiting, boolean forsaken) {
        this.sequence = sequence;
        this.endpoint = endpoint;
        this.last = last;
        this.waiting = waiting;
        this.forsaken = forsaken;
    }

    String identifier() {
        return sequence.getIdentifier().getValue();
    }

    long next() {
        return next;
    }

    /** Messages that are in the database only. */
    long waiting() {
        return waiting;
    }

    /** The estimated heap of those in the queue. */
    long inQueueBytes() {
        return inQueueBytes;
    }

    boolean isEmpty() {
        return inQueue.isEmpty();
    }

    /**
     * Chooses what is to be read: at least one message if none is in the queue.
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

    /** A page is about to be put into the queue. */
    void take(Page page) {
        page.costs().forEach((number, cost) -> {
            inQueue.put(number, cost);
            inQueueBytes += cost;
        });
        next = page.to() + 1;
        waiting = Math.max(0, waiting - page.costs().size());
    }

    /** The messages of a page from a number on could not be put into the queue, and are to be read again. */
    void takeBack(Page page, long from) {
        List<Long> numbers =
                page.costs().keySet().stream().filter(number -> number >= from).toList();
        removed(numbers);
        next = from;
        waiting += numbers.size();
    }

    /** Messages have left the queue. */
    void removed(Collection<Long> numbers) {
        for (long number : numbers) {
            Long cost = inQueue.remove(number);
            if (cost != null) {
                inQueueBytes -= cost;
            }
        }
    }
}
