package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.PermanentFailure;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The messages of a path that are under way: dispatched, and neither answered nor settled. However many copies there are of a
 * message, it counts once, from its last dispatch. One that hangs the service does not count for ever, or it would hold up all
 * others: after 4 times as long as the last answer took, and 10 s at least, its place is free.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class UnderWay<P> {
    private static final long LEAST_HELD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int HELD = 4;

    private final Map<Message<P>, Long> sinceNanos = new LinkedHashMap<>();
    private final ConcurrencyLimit limit = new ConcurrencyLimit();
    private long tookNanos;

    /** An attempt of the message is dispatched. */
    void dispatched(Message<P> message, long nowNanos) {
        sinceNanos.remove(message);
        sinceNanos.put(message, nowNanos);
    }

    /** The message was answered or acknowledged, whichever comes first. */
    void answered(Message<P> message, long nowNanos) {
        int count = sinceNanos.size();
        Long since = sinceNanos.remove(message);
        if (since != null) {
            tookNanos = nowNanos - since;
            limit.answered(count, tookNanos, longestNanos(nowNanos));
        }
    }

    /** An attempt has ended, and is none of those of the message any more. */
    void ended(Message<P> message, Attempt attempt, long nowNanos) {
        if (attempt.phase() == Phase.ANSWERED) {
            answered(message, nowNanos);
        } else if (message.attempts().isEmpty()) {
            leave(message);
        }
        if (attempt.phase() == Phase.FAILED
                && attempt.reached() == Phase.RESPONDED
                && !PermanentFailure.isIn(attempt.cause())) {
            limit.refused(sinceNanos.size());
        }
    }

    /** What is in flight of the message is needed no more. */
    void leave(Message<P> message) {
        sinceNanos.remove(message);
    }

    /** What was under way may be lost, and what the path has carried tells nothing of what it carries now. */
    void restart() {
        sinceNanos.clear();
        limit.restart();
    }

    /** Messages that have been under way for too long give their places up. */
    void look(long nowNanos) {
        Iterator<Long> oldest = sinceNanos.values().iterator();
        while (oldest.hasNext() && nowNanos - oldest.next() >= heldNanos()) {
            oldest.remove();
        }
    }

    /** Another message may be dispatched. */
    boolean isOpen() {
        return limit.isOpen(sinceNanos.size());
    }

    /** How long until a place is free even if nothing is answered; 0 if one is. */
    long nanosUntilOpen(long nowNanos) {
        return isOpen() ? 0 : Math.max(0, heldNanos() - longestNanos(nowNanos));
    }

    private long heldNanos() {
        return Math.max(LEAST_HELD_NANOS, HELD * tookNanos);
    }

    private long longestNanos(long nowNanos) {
        for (long since : sinceNanos.values()) {
            return nowNanos - since;
        }
        return 0;
    }
}
