package io.github.restartoracle.outbound;

import io.github.restartoracle.attempt.Attempt;
import io.github.restartoracle.attempt.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides when an attempt may be dispatched, and is the only place where messages wait for that. The rules:
 *
 * <ul>
 *   <li>The attempts and the bytes in flight of a path are limited.
 *   <li>A message whose chain waits for the answer has only one attempt in flight.
 *   <li>The messages of an in-order sequence are dispatched one after the other.
 * </ul>
 *
 * <p>Abandons attempts that are needed no more where that makes room, which ends them at once: {@link #leave} is called in
 * the course of {@link #admits}. Not thread-safe; confined to the lock of its path.
 */
final class SendWindow<P> {
    /*
     * An in-order destination parks a message that arrives behind a gap, and its connection with it, until the gap is
     * closed. A second copy of a parked message may leave the first connection without an answer for ever. So a message
     * waits while a lower number is in flight, and while it may be parked itself. It must not wait for a higher number:
     * that one may be parked because of it. The lowest unacknowledged number is never parked, so its restarts are not held
     * back, not even by a full window: it has room beyond the limit.
     *
     * The attempt that makes room is chosen as follows. One that has not connected cannot have arrived, so it can be closed
     * without loss. It gives way to a restart of the same message, and to any message once a later attempt of its message
     * was written or its message was settled. If it gave way to other messages before, then of many that are due together
     * each would take the room of the one before it, and only the last would be sent. One that has connected gives way only
     * when it has hung for a while although it is needed no more: its answer is probably on the way, and a reset would
     * disturb a healthy peer. Of a message whose caller waits, every attempt that has connected is needed: any of them may
     * bring the answer, and a peer that keeps no answers gives it once.
     */

    private static final long NEEDED = Long.MAX_VALUE;

    /** The time for which an attempt that is needed no more may keep its connection before another takes its room. */
    static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The age at which an attempt without an answer may hang for ever when its message is due again: CXF's receive timeout.
     */
    static final long HANGS_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final int maxAttempts;
    private final long maxBytes;
    private final SharedWindow shared;
    private final SharedWindow.Claim claim;
    private final Consumer<SharedWindow.Claim> roomMade;
    private final PathGate<P> gate;
    private final Map<Attempt, Message<P>> inFlight = new LinkedHashMap<>();

    /**
     * The attempts in flight that are needed no more, with the time since when: a later attempt of the same message follows
     * or is to follow, or the message was settled. The time is that at which the later one was written, or {@link #NEEDED}.
     */
    private final Map<Attempt, Long> superseded = new LinkedHashMap<>();

    private final Map<Unacknowledged<Message<P>>, NavigableSet<Message<P>>> waiting = new LinkedHashMap<>();

    /** Messages whose probe has failed: they wait until all others have been tried. */
    private final Set<Message<P>> demoted = new LinkedHashSet<>(0);

    private int waitingMessages;
    private long bytes;
    private boolean awaitsShared;
    private boolean closed;
    private long closedUntilNanos;

    /**
     * Creates a window without attempts.
     *
     * @param gate asked before a message is admitted
     * @param claim that of this path, while it waits for room that others make
     * @param roomMade takes the claim of another path for which this one has made room
     */
    SendWindow(
            PathSettings settings,
            SharedWindow shared,
            PathGate<P> gate,
            SharedWindow.Claim claim,
            Consumer<SharedWindow.Claim> roomMade) {
        this.gate = gate;
        this.maxAttempts = settings.maxInFlight();
        this.maxBytes = settings.maxBytesInFlight();
        this.shared = shared;
        this.claim = claim;
        this.roomMade = roomMade;
    }

    int inFlight() {
        return inFlight.size();
    }

    /** Returns whether an attempt of a sequence is in flight. */
    boolean isInFlight(Unacknowledged<Message<P>> sequence) {
        return inFlight.values().stream().anyMatch(message -> sequence == message.sequence());
    }

    boolean contains(Attempt attempt) {
        return inFlight.containsKey(attempt);
    }

    /** Returns the time since the oldest attempt in flight was dispatched; 0 if there is none. */
    long longestNanos(long nowNanos) {
        for (Attempt first : inFlight.keySet()) {
            return Math.max(0, nowNanos - first.dispatchedNanos());
        }
        return 0;
    }

    /** Returns whether an attempt of the message may be dispatched now; makes room for it if there is none. */
    boolean admits(Message<P> message, long nowNanos) {
        if (closedFor(message, nowNanos) != null) {
            return false;
        }
        if (message.isOneAtATime() || message.sequence().inOrder()) {
            // Its restart takes their room.
            message.abandonUnconnected();
        }
        if (turn(message) != null) {
            return false;
        }
        Hold room = room(message.bytes());
        if (room == Hold.SHARED_ROOM && !awaitsShared) {
            awaitsShared = true;
            shared.await(claim);
        }
        return room == null || makeRoom(message, nowNanos);
    }

    /** Returns the reason for which no attempt of the message may be dispatched now; null if there is none. */
    @Nullable
    Hold hold(Message<P> message, long nowNanos) {
        Hold hold = closedFor(message, nowNanos);
        hold = hold == null ? turn(message) : hold;
        return hold == null ? room(message.bytes()) : hold;
    }

    private @Nullable Hold closedFor(Message<P> message, long nowNanos) {
        if (isClosed(nowNanos)) {
            return Hold.PAUSE;
        }
        Hold hold = gate.hold(message, nowNanos);
        long doubtNanos = hold == null ? message.sequence().doubtNanos(message, nowNanos) : 0;
        if (doubtNanos > 0) {
            return doubtNanos == Long.MAX_VALUE ? Hold.END : Hold.CONFIRMATION;
        }
        return hold;
    }

    /** Returns the time until a pause that the peer has asked for is over; 0 if there is none. */
    long pauseNanos(long nowNanos) {
        return isClosed(nowNanos) ? closedUntilNanos - nowNanos : 0;
    }

    /** Returns the waiting message whose wait began first; null if none waits. */
    @Nullable
    Message<P> oldest() {
        Message<P> oldest = null;
        for (Collection<Message<P>> ofSequence : waiting.values()) {
            oldest = earlier(oldest, ofSequence.iterator().next());
        }
        for (Message<P> message : demoted) {
            oldest = earlier(oldest, message);
        }
        return oldest;
    }

    private static <P> Message<P> earlier(@Nullable Message<P> one, Message<P> other) {
        return one == null || other.sinceNanos() - one.sinceNanos() < 0 ? other : one;
    }

    /** Admits no message for a while, because the peer asks for it. */
    void closeFor(Duration delay, long nowNanos) {
        long untilNanos = nowNanos + delay.toNanos();
        if (!closed || untilNanos - closedUntilNanos > 0) {
            closed = true;
            closedUntilNanos = untilNanos;
        }
    }

    private boolean isClosed(long nowNanos) {
        return closed && nowNanos - closedUntilNanos < 0;
    }

    private @Nullable Hold turn(Message<P> message) {
        boolean inOrder = message.sequence().inOrder();
        if (message.isOneAtATime() || inOrder) {
            boolean mayOverlap = !message.isOneAtATime() && mayOverlap(message);
            if (!mayOverlap && message.hasConnected()) {
                return Hold.OWN_ATTEMPT;
            }
        }
        if (inOrder && isBehindOneInFlight(message)) {
            return Hold.EARLIER_IN_FLIGHT;
        }
        return inOrder && !message.sequence().isConfirming(message) && isBehindAWaitingOne(message)
                ? Hold.EARLIER_WAITING
                : null;
    }

    private static <P> boolean isBehindOneInFlight(Message<P> message) {
        return message.sequence().inFlightBefore(message).stream().anyMatch(Message::isUnresolved);
    }

    private boolean isBehindAWaitingOne(Message<P> message) {
        NavigableSet<Message<P>> others = waiting.get(message.sequence());
        return others != null && !others.headSet(message, false).isEmpty();
    }

    /** Returns whether a copy of a message of an in-order sequence may be dispatched while another is in flight. */
    private static <P> boolean mayOverlap(Message<P> message) {
        return message.sequence().isLowest(message) || message.sequence().gap() != null;
    }

    private @Nullable Hold room(long messageBytes) {
        if (inFlight.isEmpty()) {
            return null;
        }
        if (inFlight.size() >= maxAttempts || bytes + messageBytes > maxBytes) {
            return Hold.ROOM;
        }
        return shared.hasRoomFor(messageBytes) ? null : Hold.SHARED_ROOM;
    }

    /** Records that the claim of this path has left the shared window. */
    void sharedRoomMade() {
        awaitsShared = false;
    }

    /** Offers the shared room that this path does not need to the next path that waits. */
    void passOnSharedRoom() {
        if (!awaitsShared) {
            passOn();
        }
    }

    private void passOn() {
        SharedWindow.Claim next = shared.next();
        if (next != null) {
            roomMade.accept(next);
        }
    }

    private boolean makeRoom(Message<P> message, long nowNanos) {
        return abandonOwnUnconnected(message) || abandonLingering(nowNanos) || isTheLowestOvertaken(message);
    }

    private boolean abandonOwnUnconnected(Message<P> message) {
        for (Attempt attempt : message.attempts()) {
            if (attempt.abandonUnlessConnected()) {
                return true;
            }
        }
        return false;
    }

    /** Abandons one attempt that is needed no more. It ends the search then, since the attempt leaves this table. */
    private boolean abandonLingering(long nowNanos) {
        for (Map.Entry<Attempt, Long> oldest : superseded.entrySet()) {
            Attempt attempt = oldest.getKey();
            long sinceNanos = oldest.getValue();
            boolean overdue = sinceNanos != NEEDED && nowNanos - sinceNanos >= GRACE_NANOS;
            if (attempt.abandonUnlessConnected() || (overdue && attempt.abandonIfStoppable())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether the message may have room beyond the limit. Messages that have overtaken it may be parked at the
     * destination until it comes, so it does not wait for them.
     */
    private boolean isTheLowestOvertaken(Message<P> message) {
        Unacknowledged<Message<P>> sequence = message.sequence();
        if (!sequence.isLowest(message)) {
            return false;
        }
        if (message.attempts().isEmpty()) {
            return sequence.isOvertaken(message);
        }
        for (Attempt attempt : List.copyOf(message.attempts())) {
            // An attempt that is still being written is to finish, however long that takes.
            boolean awaitsAnswer =
                    !message.callerWaits() && (attempt.phase() == Phase.WRITTEN || attempt.phase() == Phase.RECEIVED);
            if (awaitsAnswer && attempt.abandonIfStoppable()) {
                return true;
            }
        }
        return false;
    }

    /** Records that an attempt is dispatched. */
    void enter(Message<P> message, Attempt attempt, long nowNanos) {
        gate.dispatched(message, attempt, nowNanos);
        if (!message.callerWaits()) {
            supersedeBefore(attempt, message.attempts());
        }
        inFlight.put(attempt, message);
        if (!message.callerWaits() && attempt != message.lastAttempt()) {
            // Its answer has asked for the request once more, and others have followed it.
            supersede(attempt, NEEDED);
        }
        bytes += message.bytes();
        shared.enter(message.bytes());
        message.sequence().enteredFlight(message);
    }

    /** Marks the earlier attempts of a message. Those before an attempt that is superseded are marked already. */
    private void supersedeBefore(Attempt attempt, List<Attempt> attempts) {
        for (int i = attempts.size() - 1; i >= 0 && !superseded.containsKey(attempts.get(i)); i--) {
            if (attempts.get(i) != attempt) {
                supersede(attempts.get(i), NEEDED);
            }
        }
    }

    /** Takes out an attempt that the network does not hold up any more: it was answered or has ended. */
    void leave(Message<P> message, Attempt attempt) {
        gate.connected(attempt);
        gate.leave(attempt);
        if (inFlight.remove(attempt) != null) {
            superseded.remove(attempt);
            bytes -= message.bytes();
            shared.leave(message.bytes());
            passOn();
        }
    }

    /** Records that an attempt of the message was written: those before it are needed no more. */
    void written(Message<P> message, Attempt written, long nowNanos) {
        for (Attempt attempt : message.attempts()) {
            if (attempt == written || message.callerWaits()) {
                return;
            }
            supersede(attempt, nowNanos);
        }
    }

    /** Records that the message was settled: its attempts are needed no more, unless a caller waits for the answer. */
    void settled(Message<P> message, long nowNanos) {
        if (!message.callerWaits()) {
            message.attempts().forEach(attempt -> supersede(attempt, nowNanos));
        }
    }

    /**
     * Lets the attempts of a message hang for a limited time only, because its restart waits, or because it will have none.
     */
    void overdue(Message<P> message) {
        if (!message.callerWaits()) {
            message.attempts()
                    .forEach(attempt -> supersede(attempt, attempt.dispatchedNanos() + HANGS_NANOS - GRACE_NANOS));
        }
    }

    private void supersede(Attempt attempt, long sinceNanos) {
        if (inFlight.containsKey(attempt)) {
            superseded.merge(attempt, sinceNanos, Math::min);
        }
    }

    void await(Message<P> message) {
        boolean added = waiting.computeIfAbsent(
                        message.sequence(), sequence -> new TreeSet<>(Unacknowledged.byNumber()))
                .add(message);
        waitingMessages += added ? 1 : 0;
    }

    /**
     * Adds a message like {@link #await}, but behind the messages that wait already; the order of an in-order sequence
     * stays.
     */
    void awaitBehind(Message<P> message) {
        if (message.sequence().inOrder()) {
            await(message);
        } else {
            demoted.add(message);
        }
    }

    /** Returns the number of messages that may not be dispatched yet. */
    int waiting() {
        return waitingMessages + demoted.size();
    }

    /** Removes a message that waits no longer; returns false if it did not wait. */
    boolean forget(Message<P> message) {
        boolean waited = demoted.remove(message);
        NavigableSet<Message<P>> others = waiting.get(message.sequence());
        if (others != null && others.remove(message)) {
            waited = true;
            waitingMessages--;
            if (others.isEmpty()) {
                waiting.remove(message.sequence());
            }
        }
        return waited;
    }

    /** Removes and returns the message that may be dispatched and was due first; null if there is none. */
    @Nullable
    Message<P> next(long nowNanos) {
        closed = isClosed(nowNanos);
        if (waiting() == 0 || isClosed(nowNanos) || !gate.isOpen(nowNanos)) {
            return null;
        }
        if (waiting.isEmpty() || !gate.now(nowNanos).down()) {
            List.copyOf(demoted).forEach(this::await);
            demoted.clear();
        }
        Message<P> first = null;
        List<Message<P>> overtaken = new ArrayList<>(0);
        for (NavigableSet<Message<P>> ofSequence : waiting.values()) {
            Message<P> candidate = candidate(ofSequence, nowNanos);
            if (candidate != null) {
                first = first == null || candidate.dueNanos() - first.dueNanos() < 0 ? candidate : first;
                if (candidate.sequence().isLowest(candidate)) {
                    overtaken.add(candidate);
                }
            }
        }
        if (first == null) {
            return null;
        }
        overtaken.add(0, first);
        for (Message<P> candidate : overtaken) {
            if (admits(candidate, nowNanos)) {
                takeTurn(candidate);
                return candidate;
            }
        }
        return null;
    }

    /**
     * Removes the message from those that wait, and puts its sequence behind others with messages that were due at the same
     * time.
     */
    private void takeTurn(Message<P> message) {
        NavigableSet<Message<P>> others = waiting.remove(message.sequence());
        if (others != null && others.remove(message)) {
            waitingMessages--;
            if (!others.isEmpty()) {
                waiting.put(message.sequence(), others);
            }
        }
    }

    /**
     * Returns the lowest message of a sequence that may be dispatched as far as its sequence is concerned; null if there is
     * none.
     */
    private static <P> @Nullable Message<P> candidate(NavigableSet<Message<P>> ofSequence, long nowNanos) {
        for (Message<P> message : ofSequence) {
            Unacknowledged<Message<P>> sequence = message.sequence();
            if (sequence.doubtNanos(message, nowNanos) > 0) {
                continue;
            }
            if (sequence.inOrder()) {
                boolean held =
                        isBehindOneInFlight(message) || !(message.attempts().isEmpty() || mayOverlap(message));
                return held ? null : message;
            }
            if (!message.isOneAtATime() || message.attempts().isEmpty()) {
                return message;
            }
        }
        return null;
    }

    /**
     * Returns the time until a waiting message may be dispatched without a report, or {@link Long#MAX_VALUE}. Such moments
     * are:
     *
     * <ul>
     *   <li>the peer's pause is over,
     *   <li>the gate opens,
     *   <li>an attempt that is needed no more gives way,
     *   <li>a report on a sequence was not confirmed in time,
     *   <li>the slot of a message that hangs is freed.
     * </ul>
     *
     * Each moment counts once, since the last check has tried those before it.
     */
    long nanosUntilRoom(long nowNanos, long lookedNanos) {
        if (waiting() == 0) {
            return Long.MAX_VALUE;
        }
        if (closed) {
            return Math.max(0, closedUntilNanos - nowNanos);
        }
        if (!gate.isOpen(nowNanos)) {
            return gate.nanosUntilOpen(nowNanos);
        }
        long sinceLookNanos = nowNanos - lookedNanos;
        long soonest = Math.min(gate.nanosUntilMore(lookedNanos), gate.nanosUntilOpen(lookedNanos));
        for (long sinceNanos : superseded.values()) {
            long untilNanos = GRACE_NANOS - (lookedNanos - sinceNanos);
            if (sinceNanos != NEEDED && untilNanos > 0) {
                soonest = Math.min(soonest, untilNanos);
            }
        }
        for (Unacknowledged<Message<P>> sequence : waiting.keySet()) {
            long doubtNanos = sequence.participation().doubtNanos(lookedNanos);
            soonest = doubtNanos > 0 ? Math.min(soonest, doubtNanos) : soonest;
        }
        return soonest == Long.MAX_VALUE ? soonest : Math.max(0, soonest - sinceLookNanos);
    }
}
