package io.github.restartoracle.outbound;

import io.github.restartoracle.attempt.Attempt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first transmissions of one caller in the order of its calls: the next is dispatched when the one before it was
 * answered, as if the caller had waited for each answer. Different callers do not wait for each other.
 *
 * <p>The order holds on a healthy link only. It lapses for all messages behind one
 *
 * <ul>
 *   <li>whose attempt fails,
 *   <li>whose timeout elapses once it is connected, or
 *   <li>that has been in flight for {@value #LONGEST_SECONDS} s.
 * </ul>
 *
 * No message is held back while the path is down. Then the oracle and the window decide, so that an outage does not turn a
 * backlog into a queue of round trips.
 *
 * <p>A caller is known only as long as one of its messages is unanswered. Not thread-safe; confined to the lock of its
 * path.
 */
final class CallerOrder<P> {
    static final int LONGEST_SECONDS = 10;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);

    private final boolean kept;
    private final PathGate<P> gate;
    private final SendWindow<P> window;
    private final Map<Long, Unanswered<P>> callers = new HashMap<>();
    private int held;

    /** The messages of one caller in the order of its calls: the first was offered to the window, the others are held. */
    private static final class Unanswered<P> {
        final Set<Message<P>> messages = new LinkedHashSet<>(2);

        Message<P> first() {
            return messages.iterator().next();
        }
    }

    /**
     * Creates an order without messages.
     *
     * @param kept false if no message is ever held
     * @param window gets the messages that are not held any more
     */
    CallerOrder(boolean kept, PathGate<P> gate, SendWindow<P> window) {
        this.kept = kept;
        this.gate = gate;
        this.window = window;
    }

    /** Returns true if a message whose transmission is due is held until the message before it is answered. */
    boolean holds(Message<P> message, long nowNanos) {
        if (!kept
                || message.caller() == 0
                || message.attemptsMade() > 0
                || message.sequence().isOrderedOtherwise()
                || gate.now(nowNanos).down()) {
            return false;
        }
        Unanswered<P> unanswered = callers.computeIfAbsent(message.caller(), caller -> new Unanswered<>());
        boolean first = unanswered.messages.isEmpty();
        unanswered.messages.add(message);
        held += first ? 0 : 1;
        return !first;
    }

    /** Returns the message for which another one is held; null if that one is not held. */
    @Nullable
    Message<P> holdsBack(Message<P> message) {
        Unanswered<P> unanswered = callers.get(message.caller());
        return unanswered != null && unanswered.first() != message && unanswered.messages.contains(message)
                ? unanswered.first()
                : null;
    }

    /** Returns the number of messages that are held. */
    int held() {
        return held;
    }

    /** Releases the next message of the caller, since this one was answered or has left the path. */
    void passed(Message<P> message, long nowNanos) {
        Unanswered<P> unanswered = callers.get(message.caller());
        if (unanswered == null || !unanswered.messages.contains(message)) {
            return;
        }
        boolean first = unanswered.first() == message;
        unanswered.messages.remove(message);
        if (unanswered.messages.isEmpty()) {
            callers.remove(message.caller());
            return;
        }
        held--;
        if (first) {
            window.await(unanswered.first());
        }
    }

    /** Releases the messages behind one that was not answered in time. */
    void lapsed(Message<P> message) {
        Unanswered<P> unanswered = callers.get(message.caller());
        if (unanswered != null && unanswered.first() == message) {
            release(message.caller(), unanswered);
        }
    }

    /**
     * Releases the messages behind others that have been in flight for too long, and all messages while the path is down;
     * returns true if any was released.
     */
    boolean overdue(long nowNanos) {
        int before = held;
        if (before == 0) {
            return false;
        }
        boolean down = gate.now(nowNanos).down();
        for (Map.Entry<Long, Unanswered<P>> entry : List.copyOf(callers.entrySet())) {
            if (down || hangs(entry.getValue().first(), nowNanos)) {
                release(entry.getKey(), entry.getValue());
            }
        }
        return held < before;
    }

    /**
     * Returns whether the first message has been in flight for too long. One that waits to be dispatched does not count: the
     * messages behind it would have to wait too.
     */
    private boolean hangs(Message<P> first, long nowNanos) {
        Attempt last = first.lastAttempt();
        return last != null && nowNanos - last.dispatchedNanos() >= LONGEST_NANOS;
    }

    private void release(Long caller, Unanswered<P> unanswered) {
        callers.remove(caller);
        List<Message<P>> behind = new ArrayList<>(unanswered.messages);
        behind.remove(0);
        held -= behind.size();
        behind.forEach(window::await);
    }
}
