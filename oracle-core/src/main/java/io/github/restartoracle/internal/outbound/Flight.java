package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.sequence.SequenceState;
import io.github.restartoracle.internal.window.SharedWindow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a path that are in flight, and the room for them.
 *
 * <p>Abandons attempts that are needed no more where that makes room, which ends them at once: {@link #leave} is called in
 * the course of {@link #makeRoom}. Not thread-safe; confined to the lock of its path.
 */
final class Flight<P> {
    /*
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

    /** The age at which an attempt without an answer may hang for ever when its message is due again: CXF's receive timeout. */
    static final long HANGS_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final int maxAttempts;
    private final long maxBytes;
    private final SharedWindow shared;
    private final SharedWindow.Claim claim;
    private final Consumer<SharedWindow.Claim> roomMade;
    private final Map<Attempt, Message<P>> inFlight = new LinkedHashMap<>();

    /**
     * The attempts in flight that are needed no more, with the time since when: a later attempt of the same message follows
     * or is to follow, or the message was settled. The time is that at which the later one was written, or {@link #NEEDED}.
     */
    private final Map<Attempt, Long> superseded = new LinkedHashMap<>();

    private long bytes;
    private boolean awaitsShared;

    /**
     * Creates a flight without attempts.
     *
     * @param claim that of this path, while it waits for room that others make
     * @param roomMade takes the claim of another path for which this one has made room
     */
    Flight(
            PathSettings settings,
            SharedWindow shared,
            SharedWindow.Claim claim,
            Consumer<SharedWindow.Claim> roomMade) {
        this.maxAttempts = settings.maxInFlight();
        this.maxBytes = settings.maxBytesInFlight();
        this.shared = shared;
        this.claim = claim;
        this.roomMade = roomMade;
    }

    int size() {
        return inFlight.size();
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

    /** Returns the reason for which there is no room for the attempt of a message; null if there is room. */
    @Nullable
    WaitReason room(long messageBytes) {
        if (inFlight.isEmpty()) {
            return null;
        }
        if (inFlight.size() >= maxAttempts || bytes + messageBytes > maxBytes) {
            return WaitReason.ROOM;
        }
        return shared.hasRoomFor(messageBytes) ? null : WaitReason.SHARED_ROOM;
    }

    /** Takes the room that others have made, if it is kept for this path. */
    void takeSharedRoom() {
        if (shared.taken(claim)) {
            awaitsShared = false;
        }
    }

    /** Offers the shared room that this path does not need to the next path that waits; to be called after each change. */
    void passOnSharedRoom() {
        if (!awaitsShared && passOn()) {
            // Its own turn had come, and it has dispatched what it could.
            passOn();
        }
    }

    /** Offers shared room to the path that has waited longest; returns true if that is this one. */
    private boolean passOn() {
        SharedWindow.Claim next = shared.next();
        if (claim.equals(next)) {
            takeSharedRoom();
            return true;
        }
        if (next != null) {
            roomMade.accept(next);
        }
        return false;
    }

    /** Makes room for an attempt of the message if there is none; returns whether there is room then. */
    boolean makeRoom(Message<P> message, long nowNanos) {
        WaitReason room = room(message.bytes());
        if (room == WaitReason.SHARED_ROOM && !awaitsShared) {
            awaitsShared = true;
            shared.await(claim);
        }
        return room == null
                || abandonOwnUnconnected(message)
                || abandonLingering(nowNanos)
                || isTheLowestOvertaken(message);
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
     * destination until it comes, so it does not wait for them; nor for those that the destination holds until the sequence is
     * closed.
     */
    private boolean isTheLowestOvertaken(Message<P> message) {
        SequenceState<Message<P>> sequence = message.sequence();
        if (!sequence.messages().isLowest(message)) {
            return false;
        }
        if (message.attempts().isEmpty()) {
            return sequence.isOvertaken(message) || sequence.gap() != null;
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
    void enter(Message<P> message, Attempt attempt) {
        if (!message.callerWaits()) {
            supersedeBefore(attempt, message.attempts());
        }
        inFlight.put(attempt, message);
        if (!message.callerWaits() && attempt != message.attempts().last()) {
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

    /** Lets the attempts of a message hang for a limited time only, because its restart waits, or because it will have none. */
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

    /** Returns the time until an attempt that is needed no more gives way, counted from a time at which none did. */
    long nanosUntilGrace(long lookedNanos) {
        long soonest = Long.MAX_VALUE;
        for (long sinceNanos : superseded.values()) {
            long untilNanos = GRACE_NANOS - (lookedNanos - sinceNanos);
            if (sinceNanos != NEEDED && untilNanos > 0) {
                soonest = Math.min(soonest, untilNanos);
            }
        }
        return soonest;
    }
}
