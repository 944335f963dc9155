package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
    private final Map<Long, Unanswered<P>> callers = new HashMap<>();
    private int held;

    /** The messages of one caller in the order of its calls: the first was offered to the window, the others are held. */
    private static final class Unanswered<P> {
        final Set<Message<P>> messages = new LinkedHashSet<>(2);

        Message<P> first() {
            return messages.iterator().next();
        }
    }

    /** Creates an order without messages; one that is not kept holds no message. */
    CallerOrder(boolean kept) {
        this.kept = kept;
    }

    /** Returns true if a message whose transmission is due is held until the message before it is answered. */
    boolean holds(Message<P> message, BooleanSupplier down) {
        if (!kept
                || message.caller() == 0
                || message.attemptsMade() > 0
                || message.sequence().isOrderedOtherwise()
                || down.getAsBoolean()) {
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

    /** Returns the next message of the caller, which this one held until it was answered or has left the path; null if none. */
    @Nullable
    Message<P> passed(Message<P> message) {
        Unanswered<P> unanswered = callers.get(message.caller());
        if (unanswered == null || !unanswered.messages.contains(message)) {
            return null;
        }
        boolean first = unanswered.first() == message;
        unanswered.messages.remove(message);
        if (unanswered.messages.isEmpty()) {
            callers.remove(message.caller());
            return null;
        }
        held--;
        return first ? unanswered.first() : null;
    }

    /** Returns the messages behind one that was not answered in time; they are not held any more. */
    List<Message<P>> lapsed(Message<P> message) {
        Unanswered<P> unanswered = callers.get(message.caller());
        return unanswered != null && unanswered.first() == message ? release(message.caller(), unanswered) : List.of();
    }

    /** Releases and returns the messages behind others that have been in flight for too long; all while the path is down. */
    List<Message<P>> overdue(BooleanSupplier down, long nowNanos) {
        if (held == 0) {
            return List.of();
        }
        boolean all = down.getAsBoolean();
        List<Message<P>> released = new ArrayList<>();
        for (Map.Entry<Long, Unanswered<P>> entry : List.copyOf(callers.entrySet())) {
            if (all || hangs(entry.getValue().first(), nowNanos)) {
                released.addAll(release(entry.getKey(), entry.getValue()));
            }
        }
        return released;
    }

    /**
     * Returns whether the first message has been in flight for too long. One that waits to be dispatched does not count: the
     * messages behind it would have to wait too.
     */
    private boolean hangs(Message<P> first, long nowNanos) {
        Attempt last = first.attempts().last();
        return last != null && nowNanos - last.dispatchedNanos() >= LONGEST_NANOS;
    }

    private List<Message<P>> release(Long caller, Unanswered<P> unanswered) {
        callers.remove(caller);
        List<Message<P>> behind = new ArrayList<>(unanswered.messages);
        behind.remove(0);
        held -= behind.size();
        return behind;
    }
}
