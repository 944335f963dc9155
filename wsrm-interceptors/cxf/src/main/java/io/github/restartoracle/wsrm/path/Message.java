package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.pending.Pending;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import io.github.restartoracle.wsrm.event.MessageId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A message that is not acknowledged yet: its state, and what is known of its transmissions.
 *
 * <p>Not thread-safe; confined to the lock of its path, but for {@link #payload}, {@link #bytes}, {@link #state}, {@link #reason}, {@link
 * #former}, {@link #isForsaken} and, from when the message has a number, {@link #id} and {@link #number}.
 *
 * @param <P> the content
 */
public final class Message<P> extends Numbered {
    /** What takes us longer than that has failed, as an interceptor does that stops its chain without a word. */
    private static final long LONGEST_STALL_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Less than that an operating system takes at once. */
    private static final long LARGE_BYTES = 16 * 1024;

    /** On a link of 64 kbit/s of which it gets a half. */
    private static final long NANOS_PER_BYTE = TimeUnit.SECONDS.toNanos(1) / 4_000;

    /** What a message is to its caller. */
    private enum Kind {
        /** Nobody waits for it. */
        ONE_WAY,
        /** The caller waits for the answer to any transmission. */
        AWAITED,
        /** The caller waits for the answer in the chain that makes the first transmission. */
        AWAITED_IN_TURN,
        /** A request of WS-RM itself. */
        REQUEST
    }

    private final P payload;
    private final long bytes;
    private final Kind kind;
    private final @Nullable Requester requester;
    private final List<Attempt> attempts = new ArrayList<>(1);
    private volatile MessageState state;
    private long caller;
    private @Nullable Unacknowledged<Message<P>> sequence;
    private volatile @Nullable MessageId former;
    private long number;
    private long order;
    private @Nullable Pending<Message<P>> pending;
    private int earlierAttempts;
    private int begunAttempts;
    private boolean left;
    private boolean unwritten;
    private long dueNanos;
    private long firstDueNanos;
    private boolean firstDueKnown;
    private long sinceNanos;
    private volatile @Nullable String reason;

    private Message(MessageState initial, P payload, long bytes, Kind kind, @Nullable Requester requester) {
        this.state = initial;
        this.payload = payload;
        this.bytes = bytes;
        this.kind = kind;
        this.requester = requester;
    }

    /** A message that has its number; a caller may wait for the answer in the chain that makes the first transmission. */
    static <P> Message<P> captured(
            Unacknowledged<Message<P>> sequence, long number, P payload, long bytes, boolean callerWaits) {
        Kind kind = callerWaits ? Kind.AWAITED_IN_TURN : Kind.ONE_WAY;
        return captured(sequence, number, new Message<>(MessageState.CAPTURED, payload, bytes, kind, null));
    }

    /** A message whose answer a caller awaits, whichever transmission brings it. */
    static <P> Message<P> awaited(Unacknowledged<Message<P>> sequence, long number, P payload, long bytes) {
        return captured(sequence, number, new Message<>(MessageState.CAPTURED, payload, bytes, Kind.AWAITED, null));
    }

    /** A request of WS-RM itself. */
    static <P> Message<P> request(
            Unacknowledged<Message<P>> sequence, long number, P payload, long bytes, Requester requester) {
        return captured(
                sequence, number, new Message<>(MessageState.CAPTURED, payload, bytes, Kind.REQUEST, requester));
    }

    private static <P> Message<P> captured(Unacknowledged<Message<P>> sequence, long number, Message<P> message) {
        message.sequence = sequence;
        message.number = number;
        return message;
    }

    /**
     * A message without a number.
     *
     * @param <P> the content
     * @param payload the content
     * @param bytes the size of a transmission, for the limits on bytes in flight
     * @return a message to be {@linkplain Parking#add parked} in its path
     */
    public static <P> Message<P> parked(P payload, long bytes) {
        return new Message<>(MessageState.PARKED, payload, bytes, Kind.ONE_WAY, null);
    }

    /** The same to be parked, under the name that it has until it gets another number. */
    Message<P> withoutNumber(P renewed) {
        Message<P> parked = parked(renewed, bytes);
        parked.former = id();
        return parked;
    }

    /**
     * Gives a parked message the name under which a store has it.
     *
     * @param name its name until it gets a number
     * @return this message
     */
    public Message<P> storedAs(MessageId name) {
        former = name;
        return this;
    }

    /**
     * Returns the name under which a store has the message while it has no number, or had it before: the one that the store gave it,
     * or that of the message in a sequence that its destination has forsaken.
     *
     * @return null if no store has it without a number
     */
    public @Nullable MessageId former() {
        return former;
    }

    /**
     * Names the caller, whose messages are transmitted for the first time in the order of their numbers.
     *
     * @param callerKey the caller, such as the identifier of a thread; 0 for none
     * @return this message
     */
    public Message<P> from(long callerKey) {
        caller = callerKey;
        return this;
    }

    /** The caller, 0 if it does not matter. */
    long caller() {
        return caller;
    }

    /** {@return the content} */
    public P payload() {
        return payload;
    }

    /** {@return the size of a transmission, bytes} */
    public long bytes() {
        return bytes;
    }

    /** The sequence in which the message has its number; throws if it has none yet. */
    Unacknowledged<Message<P>> sequence() {
        Unacknowledged<Message<P>> known = sequence;
        if (known == null) {
            throw new IllegalStateException("the message has no number yet");
        }
        return known;
    }

    /**
     * Tells if the destination takes no part in the sequence of the message any more.
     *
     * @return false if it does, or the message has no number
     */
    public boolean isForsaken() {
        return sequence != null && sequence.isForsaken();
    }

    /** {@return the number in the sequence, 1 or more; 0 if there is none yet} */
    @Override
    public long number() {
        return number;
    }

    /**
     * Tells if the message has a number.
     *
     * @return false while it is parked, or if it was given up before it got one
     */
    public boolean isNumbered() {
        return sequence != null;
    }

    /**
     * Returns the name of the message.
     *
     * @return its sequence and number; while it has no number, its {@linkplain #former former} name or, if it never had a number,
     *     an invented sequence and its position in the path
     */
    public MessageId id() {
        if (sequence != null) {
            return new MessageId(sequence.identifier(), number);
        }
        MessageId stored = former;
        return stored == null ? new MessageId(MessageId.PARKED, order) : stored;
    }

    /** {@return the state at this moment} */
    public MessageState state() {
        return state;
    }

    /** {@return the number of transmissions that were dispatched, 0 or more, those before a retry included} */
    @Override
    public int attemptsMade() {
        return earlierAttempts + (pending == null ? 0 : pending.attempts());
    }

    /** Transmissions before the message was given up and retried; the pending set knows only the later ones. */
    int earlierAttempts() {
        return earlierAttempts;
    }

    /** Position among the messages of the sequence, or of the path while it is parked; tells twins apart. */
    @Override
    long order() {
        return order;
    }

    boolean callerWaits() {
        return kind != Kind.ONE_WAY;
    }

    /** Its transmissions follow one another. */
    boolean isOneAtATime() {
        return kind == Kind.AWAITED_IN_TURN;
    }

    /** {@return whether it is a request of WS-RM itself} */
    public boolean isRequest() {
        return kind == Kind.REQUEST;
    }

    /** Decides on the outcome of a request; null for all other messages. */
    @Nullable
    Requester requester() {
        return requester;
    }

    @Nullable
    Pending<Message<P>> pending() {
        return pending;
    }

    /** {@return why the message was given up, null if it was not} */
    public @Nullable String reason() {
        return reason;
    }

    @Override
    OptionalLong firstDispatchedNanos() {
        return pending == null ? OptionalLong.empty() : OptionalLong.of(pending.firstDispatchedNanos());
    }

    long dueNanos() {
        return dueNanos;
    }

    /** {@return when the wait began that {@code give-up-after} limits: first due, recovered, retried or parked} */
    public long sinceNanos() {
        return sinceNanos;
    }

    /** From when the first transmission was due until now; -1 for a message of an earlier life, or not seen. */
    long ettNanos(long nowNanos) {
        return firstDueKnown ? Math.max(0, nowNanos - firstDueNanos) : -1;
    }

    /** Attempts that have not ended, oldest first. */
    List<Attempt> attempts() {
        return attempts;
    }

    @Nullable
    Attempt lastAttempt() {
        return attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
    }

    /** The attempt of the last transmission; null once that has ended, though earlier ones may be under way. */
    @Nullable
    Attempt present() {
        Attempt last = lastAttempt();
        return last != null && last.number() == attemptsMade() ? last : null;
    }

    /** An acknowledgement of the message may be true. */
    @Override
    boolean mayHaveLeft() {
        return state == MessageState.ANSWERING || attemptsMade() > 0;
    }

    /** It can be acknowledged or given up, and is neither. */
    boolean isUnresolved() {
        return state.isUnresolved();
    }

    /** Its first transmission is still to be written. */
    boolean isLeaving() {
        return isUnresolved() && !callerWaits() && !left;
    }

    /** The delay is our own: a thread is still to prepare the last attempt, or to read the answer to one. */
    boolean isStalled(long nowNanos) {
        for (Attempt attempt : attempts) {
            OptionalLong responded = attempt.respondedNanos();
            boolean reading = attempt.phase() == Phase.RESPONDED && isRecent(responded.orElse(nowNanos), nowNanos);
            boolean preparing = attempt == lastAttempt()
                    && attempt.phase() == Phase.PREPARING
                    && isRecent(attempt.dispatchedNanos(), nowNanos);
            if (reading || preparing) {
                return true;
            }
        }
        return false;
    }

    /**
     * The phase in which the next machine has all of an attempt. Where the transport does not tell, a small message has left with
     * its last byte, and a large one may be on its way until it is answered.
     */
    Phase arrivesAt(Attempt attempt) {
        if (attempt.tellsReceipt()) {
            return Phase.RECEIVED;
        }
        return bytes() > LARGE_BYTES ? Phase.RESPONDED : Phase.WRITTEN;
    }

    /**
     * The last attempt is large, and may be on its way to the next machine over a slow link; the transport does not tell.
     */
    boolean mayStillLeave(long nowNanos) {
        Attempt last = lastAttempt();
        return last != null
                && arrivesAt(last) == Phase.RESPONDED
                && nowNanos - last.dispatchedNanos() < bytes() * NANOS_PER_BYTE;
    }

    private static boolean isRecent(long atNanos, long nowNanos) {
        return nowNanos - atNanos < LONGEST_STALL_NANOS;
    }

    void parkedAt(long position, long nowNanos) {
        order = position;
        dueNanos = nowNanos;
        firstDueNanos = nowNanos;
        firstDueKnown = true;
        sinceNanos = nowNanos;
    }

    /** A parked message gets its number. */
    void number(Unacknowledged<Message<P>> inSequence, long numberInSequence) {
        become(MessageState.CAPTURED);
        sequence = inSequence;
        number = numberInSequence;
    }

    /** Its number goes to another one: it is parked again. */
    void unnumber(long position) {
        become(MessageState.PARKED);
        sequence = null;
        number = 0;
        order = position;
    }

    /** Its number goes to another one, or is free. */
    void renumber(long numberInSequence) {
        number = numberInSequence;
    }

    @Override
    void positioned(long position) {
        order = position;
    }

    /** The first transmission is due; a parked message was due when it was called. */
    void firstDue(long nowNanos) {
        dueNanos = nowNanos;
        if (!firstDueKnown) {
            firstDueNanos = nowNanos;
            firstDueKnown = true;
        }
        sinceNanos = nowNanos;
    }

    void restartDue(long atNanos) {
        dueNanos = atNanos;
    }

    void recovered(Pending<Message<P>> entry, long nowNanos) {
        become(MessageState.IN_FLIGHT);
        pending = entry;
        sinceNanos = nowNanos;
        left = true;
    }

    void recoveredGivenUp(long nowNanos) {
        earlierAttempts = isNumbered() ? 1 : 0;
        sinceNanos = nowNanos;
        left = true;
    }

    void await() {
        become(MessageState.WAITING);
    }

    /** An attempt is dispatched. */
    void dispatched(Attempt attempt, Pending<Message<P>> entry) {
        become(MessageState.IN_FLIGHT);
        left |= attemptsMade() > 0;
        unwritten = false;
        pending = entry;
        attempts.add(attempt);
    }

    /** The transport has begun with an attempt; true if that was not known before. */
    boolean begun(Attempt attempt) {
        boolean news = attempt.number() > begunAttempts;
        begunAttempts = Math.max(begunAttempts, attempt.number());
        return news;
    }

    /** Nothing of the last transmission was written, and its attempt has ended: another one takes its number. */
    void unwritten() {
        begunAttempts = Math.min(begunAttempts, attemptsMade() - 1);
        unwritten = true;
    }

    /** The next attempt takes the number of the last one. */
    boolean isUnwritten() {
        return unwritten;
    }

    /** The first transmission was written, or will never be. */
    void left() {
        left = true;
    }

    void hold() {
        become(MessageState.HELD);
    }

    void release() {
        become(MessageState.IN_FLIGHT);
    }

    void answer() {
        become(MessageState.ANSWERING);
    }

    void giveUp(String why) {
        become(MessageState.GIVEN_UP);
        reason = why;
    }

    /** The message is to be transmitted again, as if for the first time; the numbers of its transmissions go on. */
    void retry(long nowNanos) {
        if (state != MessageState.GIVEN_UP) {
            throw new IllegalStateException(id() + " was not given up");
        }
        earlierAttempts = attemptsMade();
        left = true;
        pending = null;
        reason = null;
        dueNanos = nowNanos;
        sinceNanos = nowNanos;
        if (sequence == null) {
            become(MessageState.PARKED);
        }
    }

    void settle() {
        become(MessageState.SETTLED);
    }

    private void become(MessageState next) {
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
