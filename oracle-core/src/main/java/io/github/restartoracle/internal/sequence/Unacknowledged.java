package io.github.restartoracle.internal.sequence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The unacknowledged messages of a sequence by number, and the numbers that are acknowledged.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 *
 * @param <M> the messages
 */
public final class Unacknowledged<M extends Numbered> {
    private final Map<Long, M> unacknowledged;

    /** Older messages whose number was given to another one too, which CXF does in some two-way calls. */
    private final Map<Long, Deque<M>> twins = new HashMap<>(0);

    private final AcknowledgedRanges acknowledged = new AcknowledgedRanges();

    /**
     * Messages whose number was acknowledged before they were sent, or before their caller had the answer. The next
     * acknowledgement of their number applies to them.
     */
    private final Set<M> repeated = new LinkedHashSet<>(0);

    private int size;
    private long added;
    private long highestNumber;

    Unacknowledged(boolean inOrder) {
        this.unacknowledged = inOrder ? new TreeMap<>() : new HashMap<>();
    }

    /** Returns the order by number. Two messages may share a number; the one that came first is then the lower. */
    public static <M extends Numbered> Comparator<M> byNumber() {
        return Comparator.<M>comparingLong(Numbered::number).thenComparingLong(Numbered::order);
    }

    /** Returns the highest number that is acknowledged; 0 if there is none. */
    long highestAcknowledged() {
        return acknowledged.highest();
    }

    public int size() {
        return size;
    }

    /** Returns the highest number for which a transmission was asked for. */
    public long highestNumber() {
        return highestNumber;
    }

    public void add(M message) {
        message.positioned(added++);
        M former = unacknowledged.put(message.number(), message);
        if (former != null) {
            twins.computeIfAbsent(message.number(), number -> new ArrayDeque<>(1))
                    .push(former);
        }
        highestNumber = Math.max(highestNumber, message.number());
        size++;
        if (acknowledged.contains(message.number())) {
            repeated.add(message);
        }
    }

    @Nullable
    public M get(long number) {
        return unacknowledged.get(number);
    }

    /** Returns all messages with a number, the newest first. */
    private List<M> all(long number) {
        M newest = unacknowledged.get(number);
        Deque<M> older = twins.get(number);
        if (newest == null || older == null) {
            return newest == null ? List.of() : List.of(newest);
        }
        List<M> all = new ArrayList<>(1 + older.size());
        all.add(newest);
        all.addAll(older);
        return all;
    }

    /** Returns the message with a number and an {@linkplain Numbered#order order}; null if there is none. */
    @Nullable
    public M get(long number, long order) {
        for (M message : all(number)) {
            if (message.order() == order) {
                return message;
            }
        }
        return null;
    }

    /** Changes the number of a message, which may have left; the old one goes to another message, or is free. */
    public void renumber(M message, long number) {
        boolean here = get(message.number(), message.order()) != null;
        if (here) {
            remove(message);
        }
        message.renumber(number);
        if (here) {
            add(message);
        }
    }

    /** Returns whether a message is acknowledged, and is here for another reason. */
    public boolean isAcknowledged(M message) {
        return acknowledged.contains(message.number());
    }

    public List<M> ascending() {
        List<M> all = new ArrayList<>(unacknowledged.values());
        twins.values().forEach(all::addAll);
        all.sort(byNumber());
        return all;
    }

    /**
     * Applies an acknowledgement.
     *
     * @param ranges lower and upper bounds in turn, checked
     * @param kept tells which messages stay although they are acknowledged; the next acknowledgement applies to them
     * @param neverSent gets the messages whose number is acknowledged for the first time although no message of that number
     *     was sent; they stay
     * @return the messages that are acknowledged by it for the first time, in ascending order; no longer part of this
     */
    public List<M> acknowledge(long[] ranges, Predicate<M> kept, List<M> neverSent) {
        List<M> fresh = new ArrayList<>(1);
        boolean anyRepeated = !repeated.isEmpty();
        if (anyRepeated) {
            takeRepeated(ranges, kept, fresh);
        }
        acknowledged.apply(ranges, (lower, upper) -> {
            if (upper - lower >= unacknowledged.size()) {
                // A recovered sequence may acknowledge millions of numbers that were never here: walk the messages
                // here instead.
                for (M message : ascending()) {
                    if (message.number() >= lower && message.number() <= upper) {
                        take(message.number(), kept, fresh, neverSent);
                    }
                }
                return;
            }
            for (long number = lower; number <= upper; number++) {
                take(number, kept, fresh, neverSent);
            }
        });
        if (anyRepeated) {
            fresh.sort(byNumber());
        }
        return fresh;
    }

    private void takeRepeated(long[] ranges, Predicate<M> kept, List<M> into) {
        AcknowledgedRanges now = new AcknowledgedRanges();
        now.apply(ranges, (lower, upper) -> {});
        for (M message : List.copyOf(repeated)) {
            if (now.contains(message.number()) && repeated.remove(message)) {
                take(message.number(), kept, into, new ArrayList<>(0));
            }
        }
    }

    /** Notes that messages of a number have their answer; returns true if one is here although it has been acknowledged. */
    public boolean answered(long number, Predicate<M> isAnswered) {
        List<M> answered = all(number).stream().filter(isAnswered).toList();
        answered.forEach(Numbered::answered);
        return answered.stream().anyMatch(repeated::contains);
    }

    /** Takes out all messages with a number, except those that were not sent or are kept. */
    private void take(long number, Predicate<M> kept, List<M> into, List<M> neverSent) {
        boolean anyLeft = false;
        M unsent = null;
        for (M message : all(number)) {
            if (!message.mayHaveLeft()) {
                unsent = message;
                repeated.add(message);
                continue;
            }
            anyLeft = true;
            if (kept.test(message)) {
                repeated.add(message);
            } else {
                remove(message);
                into.add(message);
            }
        }
        if (unsent != null && !anyLeft) {
            neverSent.add(unsent);
        }
    }

    public void remove(M message) {
        repeated.remove(message);
        size--;
        Deque<M> older = twins.get(message.number());
        if (older == null) {
            unacknowledged.remove(message.number());
            return;
        }
        if (!older.remove(message)) {
            unacknowledged.put(message.number(), older.pop());
        }
        if (older.isEmpty()) {
            twins.remove(message.number());
        }
    }

    /** Returns whether all lower numbers are acknowledged, given up, or held by the destination; false without order. */
    public boolean isLowest(M message) {
        return unacknowledged instanceof TreeMap<Long, M> sorted
                && sorted.headMap(message.number()).values().stream().noneMatch(Numbered::comesFirst);
    }

    /** Returns the lowest message that is neither acknowledged nor given up; null if there is none, or without order. */
    @Nullable
    public M lowest() {
        return unacknowledged instanceof TreeMap<Long, M> sorted
                ? sorted.values().stream()
                        .filter(Numbered::isUnresolved)
                        .findFirst()
                        .orElse(null)
                : null;
    }
}
