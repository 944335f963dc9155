package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Limits the messages in flight at a destination: dispatched, and not answered or acknowledged yet. A message counts once,
 * from its first dispatch, however many copies there are.
 *
 * <p>A message on which the service hangs frees its slot after max(10 s, 4 times the time of the last answer). Otherwise it
 * would hold up all others for ever.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class DestinationWindow<P> {
    private static final long LEAST_HELD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int HELD = 4;

    /** The messages in flight, in the order of their first dispatch. */
    private final Map<Message<P>, Long> dispatchedNanos = new LinkedHashMap<>();

    private final ConcurrencyLimit limit = new ConcurrencyLimit();
    private long tookNanos;

    /** Records that an attempt of the message is dispatched. */
    void dispatched(Message<P> message, long nowNanos) {
        dispatchedNanos.putIfAbsent(message, nowNanos);
    }

    /** Records that the message was answered or acknowledged, whichever comes first. */
    void answered(Message<P> message, long nowNanos) {
        int inFlight = inFlight(nowNanos);
        Long since = dispatchedNanos.remove(message);
        if (since != null) {
            boolean freed = nowNanos - since >= heldNanos();
            tookNanos = nowNanos - since;
            limit.answered(freed ? inFlight + 1 : inFlight, tookNanos, longestNanos(nowNanos));
        }
    }

    /** Records that an attempt has ended, which is no longer among those of the message. */
    void ended(Message<P> message, Attempt attempt, long nowNanos) {
        if (attempt.phase() == Phase.ANSWERED) {
            answered(message, nowNanos);
            return;
        }
        if (attempt.phase() == Phase.FAILED && attempt.cause() instanceof RetryLater) {
            leave(message);
            limit.refused(inFlight(nowNanos));
        } else if (message.attempts().isEmpty()) {
            leave(message);
        }
    }

    /** Frees the slot of a message for which no answer is expected any more. */
    void leave(Message<P> message) {
        dispatchedNanos.remove(message);
    }

    /**
     * Frees all slots, since the path begins again: messages in flight may be lost, and earlier answers do not tell the
     * limit.
     */
    void restart() {
        dispatchedNanos.clear();
        limit.restart();
    }

    /** Returns whether another message may be dispatched. */
    boolean isOpen(long nowNanos) {
        return limit.isOpen(inFlight(nowNanos));
    }

    /** Returns the time until the next slot is freed by age, counted from a time at which none was free. */
    long nanosUntilFreed(long nowNanos) {
        long held = heldNanos();
        for (long since : dispatchedNanos.values()) {
            if (nowNanos - since < held) {
                return since + held - nowNanos;
            }
        }
        return Long.MAX_VALUE;
    }

    /** Returns the number of messages in flight, without those that have freed their slots. */
    private int inFlight(long nowNanos) {
        int freed = 0;
        for (long since : dispatchedNanos.values()) {
            if (nowNanos - since < heldNanos()) {
                break;
            }
            freed++;
        }
        return dispatchedNanos.size() - freed;
    }

    private long heldNanos() {
        return Math.max(LEAST_HELD_NANOS, HELD * tookNanos);
    }

    /** Returns the age of the oldest message that has not freed its slot; 0 if there is none. */
    private long longestNanos(long nowNanos) {
        for (long since : dispatchedNanos.values()) {
            if (nowNanos - since < heldNanos()) {
                return nowNanos - since;
            }
        }
        return 0;
    }
}
