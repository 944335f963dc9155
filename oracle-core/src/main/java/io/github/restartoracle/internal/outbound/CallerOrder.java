package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.sequence.CallerDepth;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first transmissions of one caller in the order of its calls: the next is dispatched when the one before it was
 * answered, as if the caller had waited for each answer. Different callers do not wait for each other. If the destination keeps
 * the order of callers itself, {@linkplain CallerDepth several} messages are dispatched at a time, and each names the one that it
 * {@linkplain #after follows}.
 *
 * <p>The order holds on a healthy link only. It lapses for all messages behind one
 *
 * <ul>
 *   <li>whose attempt fails, or whose timeout elapses once it is connected, if one is dispatched at a time, or
 *   <li>that was first dispatched {@value #LONGEST_SECONDS} s ago.
 * </ul>
 *
 * No message is held back, nor follows another, while the path is down. Then the oracle and the window decide, so that an outage
 * does not turn a backlog into a queue of round trips.
 *
 * <p>A caller is known only as long as one of its messages is unanswered. Not thread-safe; confined to the lock of its
 * path.
 */
final class CallerOrder<P> {
    static final int LONGEST_SECONDS = 10;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);

    /** A message that waits at its destination takes memory there. */
    private static final long MOST_BYTES_BEHIND = 16_384;

    private final boolean kept;
    private final boolean staged;
    private final Map<Long, Unanswered<P>> callers = new HashMap<>();
    private int held;

    /** The messages of one caller in the order of its calls: those that were offered to the window, and those behind them. */
    private static final class Unanswered<P> {
        final Deque<Message<P>> offered = new ArrayDeque<>(2);
        final Set<Message<P>> held = new LinkedHashSet<>(0);
    }

    /** Offers a message to the window, unless it has to be held. */
    private boolean offers(Unanswered<P> unanswered, Message<P> message) {
        Message<P> last = unanswered.offered.peekLast();
        boolean free = last == null || (mayFollow(message, last) && unanswered.offered.size() < depth(message));
        return free && unanswered.offered.add(message);
    }

    /** Returns the number of messages of one caller that may be under way. */
    private int depth(Message<P> message) {
        return staged ? message.sequence().callerDepth().messages() : 1;
    }

    /** Returns whether a destination that keeps the order of callers can put a message behind another of its caller. */
    private static boolean mayFollow(Message<?> message, Message<?> other) {
        return message.isOrderingItself()
                && message.bytes() <= MOST_BYTES_BEHIND
                && !message.callerWaits()
                && !other.callerWaits()
                && message.sequence() == other.sequence()
                && other.number() < message.number();
    }

    /**
     * Creates an order without messages; one that is not kept holds no message.
     *
     * @param staged true if the oracle sees that a message has arrived: any other takes the wait at the destination for a loss, and
     *     restarts
     */
    CallerOrder(boolean kept, boolean staged) {
        this.kept = kept;
        this.staged = staged;
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
        if (unanswered.held.isEmpty() && offers(unanswered, message)) {
            return false;
        }
        unanswered.held.add(message);
        held++;
        return true;
    }

    /** Returns the message for which another one is held; null if that one is not held. */
    @Nullable
    Message<P> holdsBack(Message<P> message) {
        Unanswered<P> unanswered = callers.get(message.caller());
        return unanswered != null && unanswered.held.contains(message) ? unanswered.offered.peekFirst() : null;
    }

    /**
     * Returns the number of the message behind which the destination is to deliver another one, because it is not answered yet; 0
     * if there is none, or the order has lapsed.
     */
    long after(Message<P> message) {
        Unanswered<P> unanswered = callers.get(message.caller());
        Message<P> former = null;
        if (unanswered != null) {
            for (Message<P> each : unanswered.offered) {
                if (each == message) {
                    return former != null && mayFollow(message, former) ? former.number() : 0;
                }
                former = each;
            }
        }
        return 0;
    }

    /** Returns the number of messages that are held. */
    int held() {
        return held;
    }

    /** Returns the messages of the caller that this one held until it was answered or has left the path. */
    List<Message<P>> passed(Message<P> message) {
        Unanswered<P> unanswered = callers.get(message.caller());
        if (unanswered == null) {
            return List.of();
        }
        if (unanswered.held.remove(message)) {
            held--;
            return List.of();
        }
        List<Message<P>> released = new ArrayList<>(1);
        if (unanswered.offered.remove(message)) {
            for (Iterator<Message<P>> rest = unanswered.held.iterator(); rest.hasNext(); ) {
                Message<P> next = rest.next();
                if (!offers(unanswered, next)) {
                    break;
                }
                rest.remove();
                released.add(next);
            }
            held -= released.size();
            if (unanswered.offered.isEmpty()) {
                callers.remove(message.caller());
            }
        }
        return released;
    }

    /** Returns the messages behind one that was not answered in time; they are not held any more. */
    List<Message<P>> lapsed(Message<P> message) {
        Unanswered<P> unanswered = callers.get(message.caller());
        return unanswered != null && unanswered.offered.peekFirst() == message && depth(message) == 1
                ? release(message.caller(), unanswered)
                : List.of();
    }

    /** Releases and returns the messages behind others that have been in flight for too long; all while the path is down. */
    List<Message<P>> overdue(BooleanSupplier down, long nowNanos) {
        if (callers.isEmpty()) {
            return List.of();
        }
        boolean all = down.getAsBoolean();
        List<Message<P>> released = new ArrayList<>();
        for (Map.Entry<Long, Unanswered<P>> entry : List.copyOf(callers.entrySet())) {
            if (all || hangs(entry.getValue().offered.getFirst(), nowNanos)) {
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
        return first.transmissions() > 0 && nowNanos - first.firstDispatchedNanos() >= LONGEST_NANOS;
    }

    private List<Message<P>> release(Long caller, Unanswered<P> unanswered) {
        callers.remove(caller);
        held -= unanswered.held.size();
        return List.copyOf(unanswered.held);
    }
}
