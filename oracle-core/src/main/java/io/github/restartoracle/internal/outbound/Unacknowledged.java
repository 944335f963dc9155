package io.github.restartoracle.internal.outbound;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A source sequence: its unacknowledged messages, the numbers that are acknowledged, and its properties.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 *
 * @param <M> the messages
 */
final class Unacknowledged<M extends Numbered> {
    /** The number of refusals in a row after which the messages of a sequence hold up its end no more. */
    private static final int MANY_REFUSALS = 10;

    private final String identifier;
    private final boolean inOrder;
    private final Resend resend;
    private final Map<Long, M> unacknowledged;

    /** Older messages whose number was given to another one too, which CXF does in some two-way calls. */
    private final Map<Long, Deque<M>> twins = new HashMap<>(0);

    private final AcknowledgedRanges acknowledged = new AcknowledgedRanges();
    private final Participation participation;

    /** The message whose restart confirms a report on the sequence; null if there was none. */
    private @Nullable M confirming;

    /**
     * Messages whose number was acknowledged before they were sent, or before their caller had the answer. The next
     * acknowledgement of their number applies to them.
     */
    private final Set<M> repeated = new LinkedHashSet<>(0);

    /** The messages with an attempt in flight, in order only. */
    private final NavigableSet<M> inFlight = new TreeSet<>(byNumber());

    private int size;
    private long added;
    private long highestNumber;
    private boolean deliveredInOrder;
    private volatile boolean keepsAnswers;
    private volatile boolean forsaken;
    /** The message without which the sequence ends; null while there is none. */
    private @Nullable M gap;

    /** The messages that were taken out while the sequence ends without them. */
    private final Set<M> kept = ConcurrentHashMap.newKeySet(1);

    private long highestArrived;
    private int refusals;
    private int underWay;
    private boolean closing;
    private int moving;
    private boolean suspended;
    private boolean closed;
    private long restartedNumber = Long.MAX_VALUE;
    private long restartedAckNanos;

    Unacknowledged(String identifier, boolean inOrder, Resend resend, AnswerHabit habit) {
        this.identifier = identifier;
        this.inOrder = inOrder;
        this.resend = resend;
        this.participation = new Participation(habit);
        this.unacknowledged = inOrder ? new TreeMap<>() : new HashMap<>();
    }

    /** Returns the order by number. Two messages may share a number; the one that came first is then the lower. */
    static <M extends Numbered> Comparator<M> byNumber() {
        return Comparator.<M>comparingLong(Numbered::number).thenComparingLong(Numbered::order);
    }

    /** Returns the WS-RM identifier. */
    String identifier() {
        return identifier;
    }

    void answersAreKept() {
        keepsAnswers = true;
    }

    /** Returns whether the destination answers a copy of a two-way call as it has answered the call. Thread-safe. */
    boolean keepsAnswers() {
        return keepsAnswers;
    }

    /** Records that the destination takes no part in the sequence any more. */
    void forsake() {
        forsaken = true;
    }

    /** Returns whether the destination takes no part in the sequence any more. Thread-safe. */
    boolean isForsaken() {
        return forsaken;
    }

    /**
     * Records that a message will not arrive. If the destination would wait for it, the sequence ends: no message is sent behind
     * those that may have been accepted, until the sequence is forsaken.
     *
     * @return false if the sequence goes on, or ends already
     */
    boolean endsWithout(M message) {
        if (gap != null || forsaken || !resend.isAutomatic() || !isOrderedOtherwise()) {
            return false;
        }
        gap = message;
        return true;
    }

    /** Records the highest number of a message here that may have arrived; 0 if there is none. */
    void arrived(long highest) {
        highestArrived = highest;
    }

    /**
     * Returns whether a message comes after all those that may have been accepted: their acknowledgement may have been lost.
     */
    boolean isBehindAll(M message) {
        return message.number() > highestAccepted();
    }

    private long highestAccepted() {
        return Math.max(highestArrived, acknowledged.highest());
    }

    /** Returns whether a later message may have been accepted: in order, the destination may hold it until this one comes. */
    boolean isPassed(M message) {
        return isOrderedOtherwise() && message.number() < highestAccepted();
    }

    /** Records that an attempt of a message is dispatched, and will end. */
    void dispatched() {
        underWay++;
    }

    /** Records that an attempt of a message has ended. What its answer has brought was applied before. */
    void ended() {
        underWay--;
    }

    /** Returns whether an answer may still come, or be read, that has an acknowledgement. */
    boolean awaitsAnswer() {
        return underWay > 0;
    }

    /** Records that the destination has refused a message for the time being. */
    void refused() {
        refusals++;
    }

    /**
     * Returns whether the destination has refused {@value #MANY_REFUSALS} transmissions since it acknowledged the last message.
     */
    boolean isRefused() {
        return refusals >= MANY_REFUSALS;
    }

    /** Records that the destination is asked to close the sequence. */
    void closing() {
        closing = true;
    }

    /** Returns whether the destination is asked to close the sequence. */
    boolean isClosing() {
        return closing;
    }

    /** Returns the message without which the sequence ends; null if there is none. */
    @Nullable
    M gap() {
        return gap;
    }

    /**
     * Returns whether the destination delivers in order: messages are then dispatched one after the other, lowest number first.
     */
    boolean inOrder() {
        return inOrder;
    }

    /** Records that the destination delivers in order, in whichever order messages arrive. */
    void deliveredInOrder() {
        deliveredInOrder = true;
    }

    /** Returns whether the messages of a caller arrive in order, or are put in order, without the help of their source. */
    boolean isOrderedOtherwise() {
        return inOrder || deliveredInOrder;
    }

    Participation participation() {
        return participation;
    }

    /** Has other messages wait while a message is restarted to confirm a report on the sequence. */
    void confirmBy(M message) {
        confirming = message;
    }

    boolean isConfirming(M message) {
        return message.equals(confirming);
    }

    /** Returns the time for which a message still waits for a report or the end of the sequence; 0 if it need not. */
    long doubtNanos(M message, long nowNanos) {
        M other = confirming;
        if (message.equals(other)) {
            return 0;
        }
        if (gap != null && !forsaken && (isBehindAll(message) || (closing && isRefused()))) {
            return Long.MAX_VALUE;
        }
        return other == null || get(other.number(), other.order()) == null ? 0 : participation.doubtNanos(nowNanos);
    }

    /** Returns the messages that move to another sequence if the destination takes no part in this one any more. */
    Resend resend() {
        return resend;
    }

    /** Records that a message moves to another sequence, and still has its name in this one. */
    void moves() {
        moving++;
    }

    /** Records that such a message has another name, or none. */
    void moved() {
        moving--;
    }

    /** Returns whether no message has its name in this sequence or is kept, and it is not suspended. */
    boolean isIdle() {
        return size + moving == 0 && (forsaken || kept.isEmpty()) && !suspended;
    }

    boolean isSuspended() {
        return suspended;
    }

    void suspend() {
        suspended = true;
    }

    void resume() {
        suspended = false;
    }

    /**
     * Returns whether the sequence is no longer in the queue: a message that comes now belongs to a new object for the same
     * sequence.
     */
    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    int size() {
        return size;
    }

    /** Returns the highest number for which a transmission was asked for. */
    long highestNumber() {
        return highestNumber;
    }

    void add(M message) {
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
    M get(long number) {
        return unacknowledged.get(number);
    }

    /** Returns all messages with a number, the newest first. */
    private List<M> all(long number) {
        M newest = unacknowledged.get(number);
        if (newest == null) {
            return List.of();
        }
        Deque<M> older = twins.get(number);
        if (older == null) {
            return List.of(newest);
        }
        List<M> all = new ArrayList<>(1 + older.size());
        all.add(newest);
        all.addAll(older);
        return all;
    }

    /** Returns the message with a number and an {@linkplain Numbered#order order}; null if there is none. */
    @Nullable
    M get(long number, long order) {
        for (M message : all(number)) {
            if (message.order() == order) {
                return message;
            }
        }
        return null;
    }

    /** Returns whether a message is acknowledged, and is here for another reason. */
    boolean isAcknowledged(M message) {
        return acknowledged.contains(message.number());
    }

    List<M> ascending() {
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
    List<M> acknowledge(long[] ranges, Predicate<M> kept, List<M> neverSent) {
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
        refusals = fresh.isEmpty() ? refusals : 0;
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
    boolean answered(long number, Predicate<M> isAnswered) {
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

    List<M> removeAll() {
        List<M> all = ascending();
        all.forEach(this::withdraw);
        return all;
    }

    /** Takes out a message that is not acknowledged. It is kept if the sequence ends without it. */
    @SuppressWarnings("ReferenceEquality") // Two messages may have one number.
    void withdraw(M message) {
        remove(message);
        if (gap != null && !forsaken && (message == gap || !message.isUnresolved())) {
            kept.add(message);
        }
    }

    /** Returns whether a message that was taken out is kept until the sequence has ended. Thread-safe. */
    boolean isKept(M message) {
        return !forsaken && kept.contains(message);
    }

    /** Returns the messages that were kept until the sequence ended. */
    List<M> kept() {
        return List.copyOf(kept);
    }

    void remove(M message) {
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
    boolean isLowest(M message) {
        return unacknowledged instanceof TreeMap<Long, M> sorted
                && sorted.headMap(message.number()).values().stream().noneMatch(Numbered::comesFirst);
    }

    /** Returns the lowest message that is neither acknowledged nor given up; null if there is none, or without order. */
    @Nullable
    M lowest() {
        return unacknowledged instanceof TreeMap<Long, M> sorted
                ? sorted.values().stream()
                        .filter(Numbered::isUnresolved)
                        .findFirst()
                        .orElse(null)
                : null;
    }

    /** Returns the messages with lower numbers that are in flight, none without order; do not change it. */
    Set<M> inFlightBefore(M message) {
        return inFlight.headSet(message);
    }

    /** Returns whether a higher number is in flight; false without order. */
    boolean isOvertaken(M message) {
        return !inFlight.tailSet(message, false).isEmpty();
    }

    void enteredFlight(M message) {
        if (inOrder) {
            inFlight.add(message);
        }
    }

    /** Records that no attempt of the message is in flight any more, or that none matters. */
    void leftFlight(M message) {
        if (inOrder) {
            inFlight.remove(message);
        }
    }

    /**
     * Returns whether the round trip of a message may contain a wait for another message. An in-order destination withholds the
     * acknowledgement of a message that arrived behind a gap, until the missing message is restarted. Such samples give no
     * information about the path.
     *
     * @param message acknowledged now, in ascending order within an acknowledgement
     * @param nowNanos the time of the acknowledgement
     * @return true if the acknowledgement may have been withheld behind a restarted message
     */
    boolean mayHaveBeenWithheld(M message, long nowNanos) {
        if (message.attemptsMade() > 1) {
            restartedNumber = message.number();
            restartedAckNanos = nowNanos;
            return false;
        }
        return message.transmissions() > 0
                && message.number() > restartedNumber
                && message.firstDispatchedNanos() - restartedAckNanos < 0;
    }
}
