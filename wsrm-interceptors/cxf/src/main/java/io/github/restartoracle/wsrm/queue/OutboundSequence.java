package io.github.restartoracle.wsrm.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/**
 * The unacknowledged messages of one source sequence.
 *
 * <p>Not thread-safe; confined to its path's lock, but for the final fields.
 */
final class OutboundSequence {
    final String identifier;
    final Path path;
    /** Whether the destination delivers in order: messages then leave one after the other, lowest number first. */
    final boolean inOrder;

    /** Two messages may share a number; the one that came first is then the lower. */
    private static final Comparator<Outgoing> BY_NUMBER =
            Comparator.<Outgoing>comparingLong(message -> message.number).thenComparingLong(message -> message.order);

    private final Map<Long, Outgoing> unacknowledged;
    private final AcknowledgedRanges acknowledged = new AcknowledgedRanges();

    /** Messages whose number was acknowledged before they left; the next acknowledgement of it is news to them. */
    private final Set<Outgoing> repeated = new LinkedHashSet<>(0);

    private int count;

    /** In order only: messages whose next attempt waits, lowest number first. */
    private final TreeSet<Outgoing> waiting = new TreeSet<>(BY_NUMBER);

    /** In order only: messages of which an attempt is under way. */
    private final TreeSet<Outgoing> underWay = new TreeSet<>(BY_NUMBER);

    boolean suspended;

    /** No longer in the queue: a message that comes now belongs to a new object for the same sequence. */
    boolean closed;

    private long added;

    /** The highest number for which a transmission was asked for. */
    private long highestNumber;

    private long restartedNumber = Long.MAX_VALUE;
    private long restartedAckNanos;

    OutboundSequence(Identifier identifier, Path path, boolean inOrder) {
        this.identifier = identifier.getValue();
        this.path = path;
        this.inOrder = inOrder;
        this.unacknowledged = inOrder ? new TreeMap<>() : new HashMap<>();
    }

    void add(Outgoing message) {
        message.order = added++;
        message.sameNumber = unacknowledged.put(message.number, message);
        highestNumber = Math.max(highestNumber, message.number);
        count++;
        if (acknowledged.contains(message.number)) {
            repeated.add(message);
        }
    }

    int size() {
        return count;
    }

    long highestNumber() {
        return highestNumber;
    }

    @Nullable
    Outgoing get(long number) {
        return unacknowledged.get(number);
    }

    /** The message with a number and an {@linkplain Outgoing#order order}. */
    @Nullable
    Outgoing get(long number, long order) {
        Outgoing message = get(number);
        while (message != null && message.order != order) {
            message = message.sameNumber;
        }
        return message;
    }

    List<Outgoing> ascending() {
        List<Outgoing> all = new ArrayList<>(count);
        for (Outgoing first : unacknowledged.values()) {
            for (Outgoing message = first; message != null; message = message.sameNumber) {
                all.add(message);
            }
        }
        all.sort(BY_NUMBER);
        return all;
    }

    /**
     * Applies an acknowledgement.
     *
     * @param ranges lower and upper bounds in turn, checked
     * @param neverSent gets the messages whose number is acknowledged for the first time, although nothing of that number
     *     has left; they stay
     * @return the messages that are acknowledged by it for the first time, in ascending order; no longer part of this
     */
    List<Outgoing> acknowledge(long[] ranges, List<Outgoing> neverSent) {
        List<Outgoing> fresh = new ArrayList<>(1);
        boolean anyRepeated = !repeated.isEmpty();
        if (anyRepeated) {
            takeRepeated(ranges, fresh);
        }
        acknowledged.apply(ranges, (lower, upper) -> {
            if (upper - lower >= unacknowledged.size()) {
                // A recovered sequence may acknowledge millions that were never here: walk what is here instead.
                for (Outgoing message : ascending()) {
                    if (message.number >= lower && message.number <= upper) {
                        take(message.number, fresh, neverSent);
                    }
                }
                return;
            }
            for (long number = lower; number <= upper; number++) {
                take(number, fresh, neverSent);
            }
        });
        if (anyRepeated) {
            fresh.sort(BY_NUMBER);
        }
        return fresh;
    }

    private void takeRepeated(long[] ranges, List<Outgoing> into) {
        AcknowledgedRanges now = new AcknowledgedRanges();
        now.apply(ranges, (lower, upper) -> {});
        for (Outgoing message : List.copyOf(repeated)) {
            if (now.contains(message.number) && repeated.remove(message)) {
                take(message.number, into, new ArrayList<>(0));
            }
        }
    }

    /** Takes out all messages with a number but those that have not left. */
    private void take(long number, List<Outgoing> into, List<Outgoing> neverSent) {
        int before = into.size();
        Outgoing kept = null;
        Outgoing next;
        for (Outgoing message = unacknowledged.remove(number); message != null; message = next) {
            next = message.sameNumber;
            if (message.mayHaveLeft()) {
                count--;
                into.add(message);
            } else {
                message.sameNumber = kept;
                kept = message;
                repeated.add(message);
            }
        }
        if (kept != null) {
            unacknowledged.put(number, kept);
            if (into.size() == before) {
                neverSent.add(kept);
            }
        }
    }

    List<Outgoing> removeAll() {
        List<Outgoing> all = ascending();
        unacknowledged.clear();
        repeated.clear();
        count = 0;
        return all;
    }

    /** Takes out the message that {@link #get} returns. */
    void remove(Outgoing message) {
        if (message.sameNumber == null) {
            unacknowledged.remove(message.number);
        } else {
            unacknowledged.put(message.number, message.sameNumber);
        }
        repeated.remove(message);
        count--;
    }

    /** Whether all lower numbers are acknowledged; in order only. */
    boolean isLowest(Outgoing message) {
        return unacknowledged instanceof TreeMap<Long, Outgoing> sorted && sorted.firstKey() >= message.number;
    }

    /** In order only: whether a lower number is under way, or waits. */
    boolean isBehind(Outgoing message) {
        return !underWay.headSet(message).isEmpty() || !waiting.headSet(message).isEmpty();
    }

    /** In order only: whether a higher number is under way. */
    boolean isOvertaken(Outgoing message) {
        return !underWay.tailSet(message, false).isEmpty();
    }

    void await(Outgoing message) {
        if (inOrder) {
            waiting.add(message);
        }
    }

    /** In order only: the waiting message with the lowest number, which waits no longer; null if none waits. */
    @Nullable
    Outgoing next() {
        return waiting.pollFirst();
    }

    void left(Outgoing message) {
        waiting.remove(message);
        if (inOrder) {
            underWay.add(message);
        }
    }

    /** No attempt of the message is under way any more, or none matters. */
    void arrived(Outgoing message) {
        underWay.remove(message);
    }

    void forget(Outgoing message) {
        waiting.remove(message);
    }

    /**
     * An in-order destination withholds the acknowledgement of a message that arrived behind a gap: its round trip then
     * contains the restart of the message that was missing. Such samples say nothing of the path.
     *
     * @param message acknowledged now, in ascending order within an acknowledgement
     * @param nowNanos the time of the acknowledgement
     * @return whether the acknowledgement may have been withheld behind a restarted message
     */
    boolean mayHaveBeenWithheld(Outgoing message, long nowNanos) {
        if (message.attemptsMade() > 1) {
            restartedNumber = message.number;
            restartedAckNanos = nowNanos;
            return false;
        }
        return message.pending != null
                && message.number > restartedNumber
                && message.pending.firstDispatchedNanos() - restartedAckNanos < 0;
    }
}
