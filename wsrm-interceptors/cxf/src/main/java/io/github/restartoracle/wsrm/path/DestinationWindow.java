package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import io.github.restartoracle.wsrm.attempt.RetryLater;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Limits the messages in flight at a destination: dispatched, and neither answered nor acknowledged. A message counts once, from
 * its first dispatch, however many copies there are.
 *
 * <p>A message that hangs the service frees its slot after 4 times as long as the last answer took, and after 10 s at the earliest.
 * Otherwise it would hold up all others for ever.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class DestinationWindow<P> {
    private static final long LEAST_HELD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int HELD = 4;

    /** In the order of the first dispatch. */
    private final Map<Message<P>, Long> dispatchedNanos = new LinkedHashMap<>();

    private final ConcurrencyLimit limit = new ConcurrencyLimit();
    private long tookNanos;

    /** An attempt of the message is dispatched. */
    void dispatched(Message<P> message, long nowNanos) {
        dispatchedNanos.putIfAbsent(message, nowNanos);
    }

    /** The message was answered or acknowledged, whichever comes first. */
    void answered(Message<P> message, long nowNanos) {
        int inFlight = inFlight(nowNanos);
        Long since = dispatchedNanos.remove(message);
        if (since != null) {
            boolean freed = nowNanos - since >= heldNanos();
            tookNanos = nowNanos - since;
            limit.answered(freed ? inFlight + 1 : inFlight, tookNanos, longestNanos(nowNanos));
        }
    }

    /** An attempt has ended, and is none of those of the message any more. */
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

    /** Nothing more is expected of the message. */
    void leave(Message<P> message) {
        dispatchedNanos.remove(message);
    }

    /** The path begins again: messages in flight may be lost, and earlier answers say nothing of the limit. */
    void restart() {
        dispatchedNanos.clear();
        limit.restart();
    }

    /** Another message may be dispatched. */
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

    /** Without those that have freed their slots. */
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

    /** The age of the oldest that has not freed its slot; 0 if there is none. */
    private long longestNanos(long nowNanos) {
        for (long since : dispatchedNanos.values()) {
            if (nowNanos - since < heldNanos()) {
                return nowNanos - since;
            }
        }
        return 0;
    }
}
