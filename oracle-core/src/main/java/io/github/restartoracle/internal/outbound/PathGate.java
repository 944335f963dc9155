package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.internal.window.ByteWindow;
import io.github.restartoracle.internal.window.DestinationWindow;
import io.github.restartoracle.oracle.Gate;
import io.github.restartoracle.oracle.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The gate of a path, as set by its oracle. While the path is up, the gate limits
 *
 * <ul>
 *   <li>the attempts that set up a connection,
 *   <li>the bytes in flight to the next machine, and
 *   <li>the messages in flight at the destination.
 * </ul>
 *
 * While the path is down, one message, the canary, goes on trying.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class PathGate<P> {
    private final PendingSet<Message<P>> pending;
    private final Set<Attempt> unconnected = new HashSet<>();
    private final Map<Attempt, ByteWindow.Sent> unreceived = new HashMap<>();
    private final ByteWindow window = new ByteWindow();
    private final DestinationWindow<Message<P>> destination = new DestinationWindow<>();
    private boolean asking;
    private @Nullable Message<P> canary;

    PathGate(PendingSet<Message<P>> pending) {
        this.pending = pending;
    }

    /** Returns the gate at this moment. */
    Gate now(long nowNanos) {
        return pending.oracle().gate(nowNanos);
    }

    /** Records that an attempt is dispatched. */
    void dispatched(Message<P> message, Attempt attempt, long nowNanos) {
        if (pending.oracle().staged()) {
            unconnected.add(attempt);
            unreceived.put(attempt, window.begin(nowNanos, message.bytes()));
            destination.dispatched(message, nowNanos);
            if (now(nowNanos).down()) {
                canary = message;
            }
        }
    }

    /** Records that an attempt has its connection, or never will have one. */
    void connected(Attempt attempt) {
        unconnected.remove(attempt);
    }

    /** Records that a connection was set up. */
    void setUp(long tookNanos) {
        window.connected(tookNanos);
    }

    /** Records that the next machine has all bytes of an attempt. */
    void received(Attempt attempt, long nowNanos) {
        ByteWindow.Sent sent = unreceived.remove(attempt);
        if (sent != null) {
            window.arrived(sent, nowNanos);
        }
    }

    /** Takes the bytes of an attempt out of the window, because it has ended or does not move. */
    void leave(Attempt attempt) {
        ByteWindow.Sent sent = unreceived.remove(attempt);
        if (sent != null) {
            window.leave(sent);
        }
    }

    /** Records that an attempt has ended, which is no longer among those of the message. */
    void ended(Message<P> message, Attempt attempt, long nowNanos) {
        if (pending.oracle().staged()) {
            destination.ended(message, attempt, !message.attempts().isEmpty(), nowNanos);
        }
    }

    /** Records that the message is acknowledged. */
    void answered(Message<P> message, long nowNanos) {
        destination.answered(message, nowNanos);
    }

    /** Frees the slot of a message for which no answer is expected any more. */
    void leave(Message<P> message) {
        destination.leave(message);
    }

    /** Returns whether some message might be admitted. */
    boolean isOpen(long nowNanos) {
        return closed(nowNanos) == null;
    }

    private @Nullable WaitReason closed(long nowNanos) {
        if (!pending.oracle().staged()) {
            return null;
        }
        Gate gate = now(nowNanos);
        if (gate.down()) {
            return gate.window() > 0 && unconnected.isEmpty() && !isProbing(nowNanos) ? null : WaitReason.DOWN;
        }
        if (unconnected.size() >= gate.window()) {
            return WaitReason.CONNECTING;
        }
        return window.isOpen() ? null : WaitReason.BYTES;
    }

    /** Returns the number of attempts that set up a connection. */
    int connecting() {
        return unconnected.size();
    }

    /** Returns the time until a closed gate opens without a report; {@link Long#MAX_VALUE} if it needs one. */
    long nanosUntilOpen(long nowNanos) {
        Gate gate = now(nowNanos);
        if (gate.window() == 0) {
            return gate.opensInNanos();
        }
        long probingNanos = gate.down() ? probingNanos(nowNanos) : 0;
        return probingNanos > 0 ? probingNanos : Long.MAX_VALUE;
    }

    /** Returns whether a message without attempts in flight may join the others. */
    private boolean takesMore(long nowNanos) {
        return destination.isOpen(nowNanos) || now(nowNanos).down();
    }

    /** Returns the time until a slot is freed even if no message is answered, counted from a time at which none was free. */
    long nanosUntilMore(long nowNanos) {
        return takesMore(nowNanos) ? Long.MAX_VALUE : destination.nanosUntilFreed(nowNanos);
    }

    /**
     * Returns the reason for which no attempt of the message may be dispatched; null if there is none. The canary need not
     * wait for itself. The limit of the destination does not hold back
     *
     * <ul>
     *   <li>a copy of a message in flight, which may be lost and keep its slot, and
     *   <li>the lowest message of an in-order sequence, for which the destination parks the others.
     * </ul>
     */
    @Nullable
    WaitReason hold(Message<P> message, long nowNanos) {
        boolean copy = !message.attempts().isEmpty();
        if (message == canary && !copy && now(nowNanos).window() > 0) {
            return null;
        }
        WaitReason hold = closed(nowNanos);
        if (hold != null) {
            return hold;
        }
        return copy || message.sequence().messages().isLowest(message) || takesMore(nowNanos)
                ? null
                : WaitReason.DESTINATION;
    }

    private boolean isProbing(long nowNanos) {
        return probingNanos(nowNanos) > 0;
    }

    /**
     * Returns the time for which the canary still probes, unless a report comes. After some time, the destination seems to hold a
     * message that it may hold, and its silence tells nothing about the path.
     */
    private long probingNanos(long nowNanos) {
        Message<P> probing = canary;
        if (probing == null || probing.state() != MessageState.IN_FLIGHT) {
            return 0;
        }
        if (probing.mayAwaitGap() && probing.attempts().hasConnected()) {
            return probing.attempts().get(0).dispatchedNanos() + now(nowNanos).probeNanos() - nowNanos;
        }
        boolean tries =
                !probing.attempts().isEmpty() || probing.stage() == Stage.CONNECTING || probing.stage() == Stage.FAILED;
        return tries ? Long.MAX_VALUE : 0;
    }

    /**
     * Follows the state of the path. When it comes up after a time in which no attempt was admitted, the limit of the
     * destination restarts, since a relay that has held all messages may set up its connections one after the other.
     */
    void look(long nowNanos) {
        Gate gate = now(nowNanos);
        if (asking && !gate.down()) {
            destination.restart();
        }
        asking = gate.down() && (asking || gate.window() == 0);
    }

    /**
     * Returns the messages to withdraw while the path is down:
     *
     * <ul>
     *   <li>those that connect or have failed, except the canary, which is the lowest of them;
     *   <li>those of an earlier process without an attempt, since the canary may be refused until one of them arrives.
     * </ul>
     */
    List<Message<P>> surplus(long nowNanos) {
        if (!now(nowNanos).down()) {
            canary = null;
            return List.of();
        }
        List<Message<P>> surplus = new ArrayList<>();
        pending.in(Stage.UNOBSERVED).stream()
                .filter(message -> message.attempts().isEmpty())
                .forEach(surplus::add);
        if (pending.size(Stage.CONNECTING) + pending.size(Stage.FAILED) == 0) {
            return surplus;
        }
        List<Message<P>> trying = new ArrayList<>(pending.in(Stage.CONNECTING));
        trying.addAll(pending.in(Stage.FAILED));
        if (canary == null || !isProbing(nowNanos)) {
            canary = lowest(trying);
        }
        trying.remove(canary);
        surplus.addAll(trying);
        return surplus;
    }

    private static <P> Message<P> lowest(List<Message<P>> messages) {
        Message<P> lowest = messages.get(0);
        for (Message<P> message : messages) {
            long earlierNanos = message.sinceNanos() - lowest.sinceNanos();
            if (earlierNanos < 0 || (earlierNanos == 0 && message.number() < lowest.number())) {
                lowest = message;
            }
        }
        return lowest;
    }
}
