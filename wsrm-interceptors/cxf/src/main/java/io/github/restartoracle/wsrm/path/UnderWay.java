package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.PermanentFailure;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The messages of a path that are under way: dispatched, and neither answered nor settled. However many copies there are of a
 * message, it counts once, from its last dispatch.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class UnderWay<P> {
    private final Map<Message<P>, Long> sinceNanos = new LinkedHashMap<>();
    private final ConcurrencyLimit limit = new ConcurrencyLimit();

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
            limit.answered(count, nowNanos - since, longestNanos(nowNanos));
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

    /** Another message may be dispatched. */
    boolean isOpen() {
        return limit.isOpen(sinceNanos.size());
    }

    private long longestNanos(long nowNanos) {
        for (long since : sinceNanos.values()) {
            return nowNanos - since;
        }
        return 0;
    }
}
