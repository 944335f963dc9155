package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Attempts;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.sequence.Moves;
import io.github.restartoracle.internal.sequence.Numbered;
import io.github.restartoracle.internal.sequence.SequenceState;
import io.github.restartoracle.status.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * A message that is not acknowledged yet: its state, and its transmissions as far as they are known.
 *
 * <p>Not thread-safe; confined to the lock of its path, except {@link #payload}, {@link #bytes}, {@link #state},
 * {@link #reason}, {@link #path}, {@link #former}, {@link #isForsaken}, {@link #isKept}, {@link #hasMoved},
 * {@link #moveWaitNanos} and, once the message has a number, {@link #id} and {@link #number}.
 */
public final class Message<P> extends Numbered {
    /** The role of a message for its caller. */
    public enum Kind {
        /** No caller waits for it. */
        ONE_WAY,
        /** The caller waits for the answer to any transmission. */
        AWAITED,
        /** The caller waits for the answer in the chain that makes the first transmission. */
        AWAITED_IN_TURN,
        /** It is a request of WS-RM itself. */
        REQUEST
    }

    private final Path<P> path;
    private final P payload;
    private final long bytes;
    private final Kind kind;
    private final @Nullable Requester requester;
    private final Attempts attempts;
    private volatile MessageState state = MessageState.PARKED;
    private long caller;
    private boolean ordersItself;
    private @Nullable SequenceState<Message<P>> sequence;
    private @Nullable SequenceState<Message<P>> formerSequence;
    private volatile @Nullable MessageId former;
    private boolean late;
    private int earlierAttempts;
    private Moves moves = Moves.NONE;
    private boolean firstWritten;
    private long dueNanos;
    private @Nullable Long firstDueNanos;
    private long sinceNanos;
    private volatile @Nullable String reason;

    /** Creates a message without a number. */
    Message(Path<P> path, P payload, long bytes, Kind kind, @Nullable Requester requester) {
        this.path = path;
        this.payload = payload;
        this.bytes = bytes;
        this.attempts = new Attempts(bytes);
        this.kind = kind;
        this.requester = requester;
    }

    /**
     * Creates a message without a number, to be {@linkplain Parking#add parked} in its path.
     *
     * @param bytes the size of a transmission, for the limits on bytes in flight
     */
    public static <P> Message<P> parked(Path<P> path, P payload, long bytes) {
        return new Message<>(path, payload, bytes, Kind.ONE_WAY, null);
    }

    /** Creates a message to be parked in place of this one, under this one's name until it gets another number. */
    Message<P> withoutNumber(P renewed, boolean arrived, long nowNanos) {
        Message<P> parked = new Message<>(path, renewed, bytes, kind, null);
        parked.former = id();
        parked.formerSequence = sequence();
        parked.late = state == MessageState.CAPTURED;
        sequence().moves();
        parked.caller = caller;
        parked.attempts.earlier(arrived);
        parked.moves = moves.next(nowNanos);
        parked.firstWritten = firstWritten;
        parked.dueNanos = nowNanos;
        parked.firstDueNanos = firstDueNanos;
        parked.sinceNanos = state == MessageState.GIVEN_UP ? nowNanos : sinceNanos;
        return parked;
    }

    /** Gives a parked message the name under which a store has it until it gets a number. */
    public Message<P> storedAs(MessageId name) {
        former = name;
        return this;
    }

    /**
     * Returns the name under which a store has the message while it has no number, or had it before; null if none has. The store
     * gave it this name, or it is the name in a sequence that the destination has forsaken.
     */
    public @Nullable MessageId former() {
        return former;
    }

    /** Names the caller, such as a thread, whose messages are first transmitted in the order of their numbers; 0 for none. */
    public Message<P> from(long callerKey) {
        caller = callerKey;
        return this;
    }

    /** Lets its transmissions name the message of its caller that comes before it. */
    public Message<P> ordersItself() {
        ordersItself = true;
        return this;
    }

    /** Returns the key of the caller; 0 if the caller does not matter. */
    long caller() {
        return caller;
    }

    /** Returns whether its transmissions can name the message of its caller that comes before it. */
    boolean isOrderingItself() {
        return ordersItself;
    }

    /** {@return the path on which the message goes, whether it has a number or not} */
    public Path<P> path() {
        return path;
    }

    /** {@return the content} */
    public P payload() {
        return payload;
    }

    /** {@return the size of a transmission, bytes} */
    public long bytes() {
        return bytes;
    }

    /** Returns the sequence in which the message has its number; throws if it has none yet. */
    SequenceState<Message<P>> sequence() {
        SequenceState<Message<P>> known = sequence;
        if (known == null) {
            throw new IllegalStateException("the message has no number yet");
        }
        return known;
    }

    /** {@return whether the destination has stopped taking part in the sequence of the message; false if it has no number} */
    public boolean isForsaken() {
        return sequence != null && sequence.isForsaken();
    }

    /**
     * Returns whether a store keeps the message although it was taken out: its sequence ends without it, and the next process has to
     * know that. {@link Act.Forget} follows when the sequence has ended.
     */
    public boolean isKept() {
        return sequence != null && sequence.isKept(this);
    }

    /** {@return whether the message has a number; false while it is parked, or if it was given up before it got one} */
    public boolean isNumbered() {
        return sequence != null;
    }

    /**
     * Returns the name of the message.
     *
     * @return its sequence and number; while it has no number, its {@linkplain #former former} name or, if it never had a
     *     number, an invented sequence and its position in the path
     */
    public MessageId id() {
        if (sequence != null) {
            return new MessageId(sequence.identifier(), number());
        }
        MessageId stored = former;
        return stored == null ? new MessageId(MessageId.PARKED, order()) : stored;
    }

    /** {@return the state at this moment} */
    public MessageState state() {
        return state;
    }

    @Override
    public int attemptsMade() {
        return earlierAttempts + transmissions();
    }

    /** Returns the number of transmissions before the message was given up and retried, which the pending set does not know. */
    int earlierAttempts() {
        return earlierAttempts;
    }

    boolean callerWaits() {
        return kind != Kind.ONE_WAY;
    }

    /** Returns whether its transmissions follow one another. */
    boolean isOneAtATime() {
        return kind == Kind.AWAITED_IN_TURN;
    }

    /** {@return true if it is a request of WS-RM itself} */
    public boolean isRequest() {
        return kind == Kind.REQUEST;
    }

    /** Returns the object that decides on the outcome of a request; null for all other messages. */
    @Nullable
    Requester requester() {
        return requester;
    }

    /** {@return the reason why the message was given up, null if it was not} */
    public @Nullable String reason() {
        return reason;
    }

    long dueNanos() {
        return dueNanos;
    }

    /** {@return the start of the wait that {@code give-up-after} limits: first due, recovered, retried or parked} */
    public long sinceNanos() {
        return sinceNanos;
    }

    /** Returns the time since the first transmission was due; -1 if that is unknown, as for a message of an earlier process. */
    long ettNanos(long nowNanos) {
        Long since = firstDueNanos;
        return since == null ? -1 : Math.max(0, nowNanos - since);
    }

    Attempts attempts() {
        return attempts;
    }

    /** Returns the attempt of the last transmission; null once it has ended, even if earlier ones are in flight. */
    @Nullable
    Attempt present() {
        Attempt last = attempts.last();
        return last != null && last.number() == attemptsMade() ? last : null;
    }

    /** {@return whether it was stored in its former sequence only after that had been left} */
    public boolean isLate() {
        return late;
    }

    @Override
    public boolean mayAwaitGap() {
        return callerWaits() && attempts.mayHaveArrived() && sequence().gap() != null;
    }

    /** Records that an attempt has ended. */
    void ended(Attempt attempt) {
        if (RetryLater.in(attempt.cause()) != null) {
            sequence().refused();
        }
        if (attempts.ended(attempt)) {
            sequence().ended();
        }
    }

    /** {@return whether the message was in another sequence before, in which it had its {@linkplain #former former} name} */
    public boolean hasMoved() {
        return moves.count() > 0;
    }

    /** {@return the time for which the message waits for a number because it was moved too often; 0 if it need not wait} */
    public long moveWaitNanos(long nowNanos) {
        return moves.waitNanos(nowNanos);
    }

    @Override
    public boolean mayHaveLeft() {
        return state == MessageState.ANSWERING || attemptsMade() > 0;
    }

    @Override
    public boolean isUnresolved() {
        return state.isUnresolved();
    }

    /** Returns whether its first transmission is still to be written. */
    boolean isLeaving() {
        return isUnresolved() && !callerWaits() && !firstWritten;
    }

    void parkedAt(long position, long nowNanos) {
        positioned(position);
        firstDue(nowNanos);
    }

    /** Gives a message its number. */
    Message<P> number(SequenceState<Message<P>> inSequence, long numberInSequence) {
        become(MessageState.CAPTURED);
        sequence = inSequence;
        renumber(numberInSequence);
        return this;
    }

    /** Parks the message again, because its number goes to another one. */
    void unnumber(long position) {
        become(MessageState.PARKED);
        sequence = null;
        renumber(0);
        positioned(position);
    }

    /** Records that the first transmission is due; a parked message was due when it was called. */
    void firstDue(long nowNanos) {
        leaveFormerSequence();
        dueNanos = nowNanos;
        if (firstDueNanos == null) {
            firstDueNanos = nowNanos;
        }
        sinceNanos = nowNanos;
    }

    void restartDue(long atNanos) {
        dueNanos = atNanos;
    }

    void recovered(long nowNanos) {
        become(MessageState.IN_FLIGHT);
        sinceNanos = nowNanos;
        attempts.earlier(true);
    }

    void recoveredGivenUp(long nowNanos) {
        earlierAttempts = isNumbered() ? 1 : 0;
        sinceNanos = nowNanos;
        attempts.earlier(isNumbered());
    }

    /** Records that an attempt is dispatched. */
    void dispatched(Attempt attempt) {
        become(MessageState.IN_FLIGHT);
        attempts.dispatched(attempt);
        sequence().dispatched();
    }

    /** Records that the first transmission was written, or never will be. */
    void firstWritten() {
        firstWritten = true;
    }

    void giveUp(String why) {
        become(MessageState.GIVEN_UP);
        reason = why;
    }

    /** Prepares the message for another transmission as if for the first time; the numbers of its transmissions go on. */
    void retry(long nowNanos) {
        if (state != MessageState.GIVEN_UP) {
            throw new IllegalStateException(id() + " was not given up");
        }
        earlierAttempts = attemptsMade();
        firstWritten = true;
        forgetTransmissions();
        reason = null;
        dueNanos = nowNanos;
        sinceNanos = nowNanos;
        if (sequence == null) {
            become(MessageState.PARKED);
        }
    }

    void settle() {
        become(MessageState.SETTLED);
        leaveFormerSequence();
    }

    private void leaveFormerSequence() {
        if (formerSequence != null) {
            formerSequence.moved();
            formerSequence = null;
        }
    }

    /** Changes the state; throws if the present one does not permit that. */
    void become(MessageState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(id() + " cannot become " + next + ", it is " + state);
        }
        state = next;
    }

    @Override
    public String toString() {
        return id() + " (" + state + ")";
    }
}
