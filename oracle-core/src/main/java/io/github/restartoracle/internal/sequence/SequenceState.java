package io.github.restartoracle.internal.sequence;

import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The life of a source sequence: its properties, the doubts of its destination, and its end.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 *
 * @param <M> the messages
 */
public final class SequenceState<M extends Numbered> {
    /** The number of refusals in a row after which the messages of a sequence hold up its end no more. */
    private static final int MANY_REFUSALS = 10;

    private final String identifier;
    private final boolean inOrder;
    private final Resend resend;
    private final Unacknowledged<M> messages;
    private final Participation participation;
    private final CallerDepth callerDepth = new CallerDepth();

    /** The message whose restart confirms a report on the sequence; null if there was none. */
    private @Nullable M confirming;

    /** The messages with an attempt in flight, in order only. */
    private final NavigableSet<M> inFlight = new TreeSet<>(Unacknowledged.byNumber());

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

    /** Creates the state of a sequence without messages. */
    public SequenceState(String identifier, boolean inOrder, Resend resend, AnswerHabit habit) {
        this.identifier = identifier;
        this.inOrder = inOrder;
        this.resend = resend;
        this.messages = new Unacknowledged<>(inOrder);
        this.participation = new Participation(habit);
    }

    /** {@return the messages that are not acknowledged yet} */
    public Unacknowledged<M> messages() {
        return messages;
    }

    /** Returns the WS-RM identifier. */
    public String identifier() {
        return identifier;
    }

    public void answersAreKept() {
        keepsAnswers = true;
    }

    /** Returns whether the destination answers a copy of a two-way call as it has answered the call. Thread-safe. */
    public boolean keepsAnswers() {
        return keepsAnswers;
    }

    /** Records that the destination takes no part in the sequence any more. */
    public void forsake() {
        forsaken = true;
    }

    /** Returns whether the destination takes no part in the sequence any more. Thread-safe. */
    public boolean isForsaken() {
        return forsaken;
    }

    /**
     * Records that a message will not arrive. If the destination would wait for it, the sequence ends: no message is sent behind
     * those that may have been accepted, until the sequence is forsaken.
     *
     * @return false if the sequence goes on, or ends already
     */
    public boolean endsWithout(M message) {
        if (gap != null || forsaken || !resend.isAutomatic() || !isOrderedOtherwise()) {
            return false;
        }
        gap = message;
        return true;
    }

    /** Records the highest number of a message here that may have arrived; 0 if there is none. */
    public void arrived(long highest) {
        highestArrived = highest;
    }

    /** Returns whether a message comes after all those that may have been accepted: their acknowledgement may have been lost. */
    public boolean isBehindAll(M message) {
        return message.number() > highestAccepted();
    }

    private long highestAccepted() {
        return Math.max(highestArrived, messages.highestAcknowledged());
    }

    /** Returns whether a later message may have been accepted: in order, the destination may hold it until this one comes. */
    public boolean isPassed(M message) {
        return isOrderedOtherwise() && message.number() < highestAccepted();
    }

    /** Records that an attempt of a message is dispatched, and will end. */
    public void dispatched() {
        underWay++;
    }

    /** Records that an attempt of a message has ended. What its answer has brought was applied before. */
    public void ended() {
        underWay--;
    }

    /** Returns whether an answer may still come, or be read, that has an acknowledgement. */
    public boolean awaitsAnswer() {
        return underWay > 0;
    }

    /** Records that the destination has refused a message for the time being. */
    public void refused() {
        refusals++;
    }

    /** Returns whether the destination has refused {@value #MANY_REFUSALS} transmissions since it acknowledged the last message. */
    public boolean isRefused() {
        return refusals >= MANY_REFUSALS;
    }

    /** Records that the destination is asked to close the sequence. */
    public void closing() {
        closing = true;
    }

    /** Returns whether the destination is asked to close the sequence. */
    public boolean isClosing() {
        return closing;
    }

    /** Returns the message without which the sequence ends; null if there is none. */
    @Nullable
    public M gap() {
        return gap;
    }

    /** Returns whether the destination delivers in order: messages are then dispatched one after the other, lowest number first. */
    public boolean inOrder() {
        return inOrder;
    }

    /** Records that the destination delivers in order, in whichever order messages arrive. */
    public void deliveredInOrder() {
        deliveredInOrder = true;
    }

    /** Returns whether the messages of a caller arrive in order, or are put in order, without the help of their source. */
    public boolean isOrderedOtherwise() {
        return inOrder || deliveredInOrder;
    }

    public Participation participation() {
        return participation;
    }

    public CallerDepth callerDepth() {
        return callerDepth;
    }

    /** Has other messages wait while a message is restarted to confirm a report on the sequence. */
    public void confirmBy(M message) {
        confirming = message;
    }

    public boolean isConfirming(M message) {
        return message.equals(confirming);
    }

    /** Returns the time for which a message still waits for a report or the end of the sequence; 0 if it need not. */
    public long doubtNanos(M message, long nowNanos) {
        M other = confirming;
        if (message.equals(other)) {
            return 0;
        }
        if (gap != null && !forsaken && (isBehindAll(message) || (closing && isRefused()))) {
            return Long.MAX_VALUE;
        }
        return other == null || messages.get(other.number(), other.order()) == null
                ? 0
                : participation.doubtNanos(nowNanos);
    }

    /** Returns the messages that move to another sequence if the destination takes no part in this one any more. */
    public Resend resend() {
        return resend;
    }

    /** Records that a message moves to another sequence, and still has its name in this one. */
    public void moves() {
        moving++;
    }

    /** Records that such a message has another name, or none. */
    public void moved() {
        moving--;
    }

    /** Returns whether no message has its name in this sequence or is kept, and it is not suspended. */
    public boolean isIdle() {
        return messages.size() + moving == 0 && (forsaken || kept.isEmpty()) && !suspended;
    }

    public boolean isSuspended() {
        return suspended;
    }

    public void suspend() {
        suspended = true;
    }

    public void resume() {
        suspended = false;
    }

    /** Returns whether the sequence has left the queue: a message that comes now belongs to a new object for it. */
    public boolean isClosed() {
        return closed;
    }

    public void close() {
        closed = true;
    }

    /** {@return the defect of an acknowledgement, if numbers up to a highest one were sent; null if it is sound} */
    public @Nullable String defect(long[] ranges, long highestSent) {
        return AcknowledgedRanges.defect(ranges, Math.max(highestSent, messages.highestNumber()));
    }

    /** Applies an acknowledgement as {@link Unacknowledged#acknowledge}. */
    public List<M> acknowledge(long[] ranges, Predicate<M> kept, List<M> neverSent) {
        List<M> fresh = messages.acknowledge(ranges, kept, neverSent);
        refusals = fresh.isEmpty() ? refusals : 0;
        return fresh;
    }

    public List<M> removeAll() {
        List<M> all = messages.ascending();
        all.forEach(this::withdraw);
        return all;
    }

    /** Takes out a message that is not acknowledged. It is kept if the sequence ends without it. */
    @SuppressWarnings("ReferenceEquality") // Two messages may have one number.
    public void withdraw(M message) {
        messages.remove(message);
        if (gap != null && !forsaken && (message == gap || !message.isUnresolved())) {
            kept.add(message);
        }
    }

    /** Returns whether a message that was taken out is kept until the sequence has ended. Thread-safe. */
    public boolean isKept(M message) {
        return !forsaken && kept.contains(message);
    }

    /** Returns the messages that were kept until the sequence ended. */
    public List<M> kept() {
        return List.copyOf(kept);
    }

    /** Returns whether a message that comes first is in flight; false without order. */
    public boolean isBehindOneInFlight(M message) {
        return inFlight.headSet(message).stream().anyMatch(Numbered::comesFirst);
    }

    /** Returns whether a higher number is in flight; false without order. */
    public boolean isOvertaken(M message) {
        return !inFlight.tailSet(message, false).isEmpty();
    }

    public void enteredFlight(M message) {
        if (inOrder) {
            inFlight.add(message);
        }
    }

    /** Records that no attempt of the message is in flight any more, or that none matters. */
    public void leftFlight(M message) {
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
     */
    public boolean mayHaveBeenWithheld(M message, long nowNanos) {
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
