package io.github.restartoracle.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.SourceSequence;

/**
 * The backlog of a recovered sequence: a part of its messages is in the queue, the others are in the database only until the
 * queue has room. Messages that were added to the sequence after its recovery do not belong to the backlog.
 *
 * <p>Not thread-safe.
 */
final class StoredBacklog {
    /** The number of messages whose sizes are read at a time. */
    static final int MESSAGES = 500;

    /** The heap in bytes that a message in the queue takes besides its content. */
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
     * Creates a backlog without messages in the queue.
     *
     * @param last the highest number that it can have
     * @param waiting the number of messages that are in the database
     * @param forsaken true if the destination takes no part in the sequence any more
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

    /** Returns the number of messages that are in the database, and have not been put into the queue. */
    long waiting() {
        return waiting;
    }

    /** Returns the estimated heap of the messages in the queue, in bytes. */
    long inQueueBytes() {
        return inQueueBytes;
    }

    boolean isEmpty() {
        return inQueue.isEmpty();
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

    /** Records that a number of messages of a page wait no longer, because they are in the queue or are gone. */
    void waitsNoLonger(int messages) {
        waiting = Math.max(0, waiting - messages);
    }

    /** Returns messages to the backlog that could not be put into the queue: those of a page from a number on. */
    void takeBack(Page page, long from) {
        List<Long> numbers =
                page.costs().keySet().stream().filter(number -> number >= from).toList();
        removed(numbers);
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
