package io.github.restartoracle.internal.window;

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
public final class DestinationWindow<M> {
    private static final long LEAST_HELD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int HELD = 4;

    /** The messages in flight, in the order of their first dispatch. */
    private final Map<M, Long> dispatchedNanos = new LinkedHashMap<>();

    private final ConcurrencyLimit limit = new ConcurrencyLimit();
    private long tookNanos;

    /** Creates a window without messages. */
    public DestinationWindow() {}

    /** Records that an attempt of the message is dispatched. */
    public void dispatched(M message, long nowNanos) {
        dispatchedNanos.putIfAbsent(message, nowNanos);
    }

    /** Records that the message was answered or acknowledged, whichever comes first. */
    public void answered(M message, long nowNanos) {
        int inFlight = inFlight(nowNanos);
        Long since = dispatchedNanos.remove(message);
        if (since != null) {
            boolean freed = nowNanos - since >= heldNanos();
            tookNanos = nowNanos - since;
            limit.answered(freed ? inFlight + 1 : inFlight, tookNanos, longestNanos(nowNanos));
        }
    }

    /** Records that an attempt has ended, with which others of the message are in flight or not. */
    public void ended(M message, Attempt attempt, boolean others, long nowNanos) {
        if (attempt.phase() == Phase.ANSWERED) {
            answered(message, nowNanos);
            return;
        }
        if (attempt.phase() == Phase.FAILED && attempt.cause() instanceof RetryLater) {
            leave(message);
            limit.refused(inFlight(nowNanos));
        } else if (!others) {
            leave(message);
        }
    }

    /** Frees the slot of a message for which no answer is expected any more. */
    public void leave(M message) {
        dispatchedNanos.remove(message);
    }

    /** Frees all slots, since the path begins again: messages in flight may be lost, and earlier answers do not tell the limit. */
    public void restart() {
        dispatchedNanos.clear();
        limit.restart();
    }

    /** Returns whether another message may be dispatched. */
    public boolean isOpen(long nowNanos) {
        return limit.isOpen(inFlight(nowNanos));
    }

    /** Returns the time until the next slot is freed by age, counted from a time at which none was free. */
    public long nanosUntilFreed(long nowNanos) {
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
