package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.internal.sequence.SequenceState;
import java.time.Duration;
import java.util.List;
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
 * <p>Where that makes room, attempts are abandoned, which ends them at once: {@link #ended} is called in the course of
 * {@link #admits}. Not thread-safe; confined to the lock of its path.
 */
final class SendWindow<P> {
    /*
     * An in-order destination parks a message that arrives behind a gap, and its connection with it, until the gap is
     * closed. A second copy of a parked message may leave the first connection without an answer for ever. So a message
     * waits while a lower number is in flight, and while it may be parked itself. It must not wait for a higher number:
     * that one may be parked because of it. The lowest unacknowledged number is never parked, so its restarts are not held
     * back, not even by a full window: it has room beyond the limit.
     */

    private final PathGate<P> gate;
    private final CallerOrder<P> order;
    private final Flight<P> flight;
    private final WaitingRoom<P> room = new WaitingRoom<>();
    private boolean closed;
    private long closedUntilNanos;

    /** Creates a window without messages, and without attempts in flight. */
    SendWindow(PathSettings settings, PendingSet<Message<P>> pending, Flight<P> flight) {
        this.gate = new PathGate<>(pending);
        this.order =
                new CallerOrder<>(settings.keepsCallerOrder(), pending.oracle().staged());
        this.flight = flight;
    }

    PathGate<P> gate() {
        return gate;
    }

    Flight<P> flight() {
        return flight;
    }

    /** Records that a message is due; returns whether its turn is after others of its caller. */
    boolean holds(Message<P> message, long nowNanos) {
        return order.holds(message, () -> gate.now(nowNanos).down());
    }

    /** Returns the message for which another one of its caller is held; null if that one is not held. */
    @Nullable
    Message<P> holdsBack(Message<P> message) {
        return order.holdsBack(message);
    }

    /** Returns the number of the message of its caller behind which the destination is to deliver a message; 0 for none. */
    long after(Message<P> message) {
        return order.after(message);
    }

    /** Returns whether an attempt of the message may be dispatched now; makes room for it if there is none. */
    boolean admits(Message<P> message, long nowNanos) {
        if (closedFor(message, nowNanos) != null) {
            return false;
        }
        if (message.isOneAtATime() || message.sequence().inOrder()) {
            // Its restart takes their room.
            message.attempts().abandonUnconnected();
        }
        return turn(message) == null && flight.makeRoom(message, nowNanos);
    }

    /** Returns the reason for which no attempt of the message may be dispatched now; null if there is none. */
    @Nullable
    WaitReason hold(Message<P> message, long nowNanos) {
        if (order.holdsBack(message) != null) {
            return WaitReason.CALLER;
        }
        WaitReason hold = closedFor(message, nowNanos);
        hold = hold == null ? turn(message) : hold;
        return hold == null ? flight.room(message.bytes()) : hold;
    }

    private @Nullable WaitReason closedFor(Message<P> message, long nowNanos) {
        if (isClosed(nowNanos)) {
            return WaitReason.PAUSE;
        }
        WaitReason hold = gate.hold(message, nowNanos);
        long doubtNanos = hold == null ? message.sequence().doubtNanos(message, nowNanos) : 0;
        if (doubtNanos > 0) {
            return doubtNanos == Long.MAX_VALUE ? WaitReason.END : WaitReason.CONFIRMATION;
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
        return room.oldest();
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

    private @Nullable WaitReason turn(Message<P> message) {
        boolean inOrder = message.sequence().inOrder();
        boolean mayOverlap = !message.isOneAtATime() && (!inOrder || WaitingRoom.mayOverlap(message));
        if (!mayOverlap && message.attempts().hasConnected()) {
            return WaitReason.OWN_ATTEMPT;
        }
        if (inOrder && message.sequence().isBehindOneInFlight(message)) {
            return WaitReason.EARLIER_IN_FLIGHT;
        }
        return inOrder && !message.sequence().isConfirming(message) && room.isBehindAnother(message)
                ? WaitReason.EARLIER_WAITING
                : null;
    }

    /** Records that an attempt is dispatched. */
    void enter(Message<P> message, Attempt attempt, long nowNanos) {
        gate.dispatched(message, attempt, nowNanos);
        flight.enter(message, attempt);
    }

    /** Records that an attempt has reached another phase. */
    void advanced(Message<P> message, Attempt attempt, Phase phase, long nowNanos) {
        if (phase == Phase.CONNECTING
                && !flight.contains(attempt)
                && message.attempts().contains(attempt)) {
            // The attempt was answered, and the answer asks for the request once more.
            enter(message, attempt, nowNanos);
        }
        if (phase.mayHaveArrived()) {
            gate.connected(attempt);
        }
        Phase arrival = message.attempts().arrivesAt(attempt);
        if (phase.compareTo(arrival) >= 0) {
            if (arrival == Phase.WRITTEN) {
                // The operating system has buffered it, which is no measure of the path.
                gate.leave(attempt);
            } else {
                gate.received(attempt, nowNanos);
            }
        }
        if (phase.compareTo(Phase.WRITTEN) >= 0) {
            flight.written(message, attempt, nowNanos);
        }
        if (!phase.isAwaited()) {
            leave(message, attempt);
        }
    }

    /** Takes out an attempt that the network does not hold up any more: it was answered or has ended. */
    private void leave(Message<P> message, Attempt attempt) {
        gate.connected(attempt);
        gate.leave(attempt);
        flight.leave(message, attempt);
        if (message.attempts().stream().noneMatch(other -> other.phase().isAwaited())) {
            message.sequence().leftFlight(message);
        }
    }

    /** Records that an attempt has ended, with any outcome; it is no longer among those of the message. */
    void ended(Message<P> message, Attempt attempt, long nowNanos) {
        leave(message, attempt);
        gate.ended(message, attempt, nowNanos);
        Duration pause = RetryLater.in(attempt.cause());
        if (pause != null) {
            closeFor(pause, nowNanos);
        }
        if (attempt.phase() == Phase.ANSWERED) {
            passed(message);
        } else {
            order.lapsed(message).forEach(this::await);
        }
    }

    /** Lets the messages behind one that was not received or answered in time go on without it. */
    void lapsed(Message<P> message) {
        order.lapsed(message).forEach(this::await);
        Attempt last = message.attempts().last();
        if (last != null) {
            gate.leave(last);
        }
    }

    /** Releases the messages that were held by others for as long as they may be; returns whether any was. */
    boolean releaseOverdue(long nowNanos) {
        List<Message<P>> released = order.overdue(() -> gate.now(nowNanos).down(), nowNanos);
        released.forEach(this::await);
        return !released.isEmpty();
    }

    /** Takes out a message that was settled or given up: it waits no longer, and nothing waits for it. */
    void remove(Message<P> message) {
        if (message.state() == MessageState.WAITING) {
            forget(message);
        }
        gate.leave(message);
        // Its bytes have arrived or are not needed any more, even if its attempts are never answered.
        message.attempts().forEach(gate::leave);
        passed(message);
    }

    /** Takes out a message for which nothing is to wait; returns whether it waited, for its turn or for another message. */
    boolean withhold(Message<P> message) {
        boolean waited = order.holdsBack(message) != null;
        passed(message);
        return forget(message) || waited;
    }

    private void passed(Message<P> message) {
        order.passed(message).forEach(this::await);
    }

    void await(Message<P> message) {
        room.enter(message);
    }

    /** Adds a message like {@link #await}, but behind the messages that wait already; the order of an in-order sequence stays. */
    void awaitBehind(Message<P> message) {
        room.enterBehind(message);
    }

    /** Returns the number of messages that may not be dispatched yet. */
    int waiting() {
        return room.size();
    }

    /** Returns the number of messages that wait for their turn, those that others of their caller hold included. */
    int waitingOrHeld() {
        return waiting() + order.held();
    }

    /** Removes a message that waits no longer; returns false if it did not wait. */
    boolean forget(Message<P> message) {
        return room.leave(message);
    }

    /** Removes and returns the message that may be dispatched and whose turn it is; null if there is none. */
    @Nullable
    Message<P> next(long nowNanos) {
        closed = isClosed(nowNanos);
        if (waiting() == 0 || isClosed(nowNanos) || !gate.isOpen(nowNanos)) {
            return null;
        }
        if (!gate.now(nowNanos).down() || room.hasOnlyDemoted()) {
            room.readmit();
        }
        for (Message<P> candidate : room.candidates(nowNanos)) {
            if (admits(candidate, nowNanos)) {
                room.takeTurn(candidate);
                return candidate;
            }
        }
        return null;
    }

    /**
     * Returns the time until a waiting message may be dispatched without a report, or {@link Long#MAX_VALUE}: the peer's pause is
     * over, the gate opens, an attempt that is needed no more gives way, a report on a sequence was not confirmed in time, or the
     * slot of a message that hangs is freed. Each moment counts once, since the last check has tried those before it.
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
        soonest = Math.min(soonest, flight.nanosUntilGrace(lookedNanos));
        for (SequenceState<Message<P>> sequence : room.sequences()) {
            long doubtNanos = sequence.participation().doubtNanos(lookedNanos);
            soonest = doubtNanos > 0 ? Math.min(soonest, doubtNanos) : soonest;
        }
        return soonest == Long.MAX_VALUE ? soonest : Math.max(0, soonest - sinceLookNanos);
    }
}
