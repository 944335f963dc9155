package io.github.restartoracle.internal.window;

/**
 * The limit of the messages in flight at a destination, learnt from its refusals.
 *
 * <ul>
 *   <li>There is no limit until the first refusal.
 *   <li>A refusal while n others are in flight sets the limit to n, which is the best estimate of the number that the
 *       destination takes.
 *   <li>After 8 answers with as many messages in flight as the limit allows, one more is tried. If it is refused, the next
 *       try comes after twice as many answers, at most 512.
 *   <li>After a refusal while no other message was in flight, and after an outage behind a relay, the limit is 1. Then each
 *       answer raises it by one, as in the slow start of TCP (RFC 5681, 3.1), until the next refusal.
 *   <li>The limit is not raised while a message has been in flight for more than 4 times as long as the one that is
 *       answered. Then there is a queue on the path, such as that of a relay which sets up one connection after another,
 *       and a message waits longer there than here.
 * </ul>
 *
 * <p>Additive increase, and a decrease to the number that was carried, as in Netflix's concurrency-limits. The number of
 * answers before a try doubles, since each try beyond the limit costs a refusal.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class ConcurrencyLimit {
    private static final int NONE = Integer.MAX_VALUE;

    private static final int LEAST_PATIENCE = 8;
    private static final int MOST_PATIENCE = 512;
    private static final int STALLED = 4;

    private int limit = NONE;
    private boolean slowStart;
    private boolean raised;
    private int answers;
    private int patience = LEAST_PATIENCE;

    /**
     * Records that a message was answered.
     *
     * @param inFlight the number of messages in flight, this one included
     * @param tookNanos the time since it was dispatched
     * @param longestNanos the time since the oldest of the others was dispatched; 0 if there is none
     */
    void answered(int inFlight, long tookNanos, long longestNanos) {
        if (inFlight < limit) {
            return;
        }
        answers++;
        if (answers >= (slowStart ? 1 : patience) && longestNanos / STALLED <= tookNanos) {
            patience = raised ? LEAST_PATIENCE : patience;
            raised = true;
            answers = 0;
            limit++;
        }
    }

    /** Lowers the limit, since the destination has refused a message for the time being while others were in flight. */
    void refused(int others) {
        patience = raised && !slowStart ? Math.min(MOST_PATIENCE, 2 * patience) : patience;
        begin(Math.max(1, Math.min(limit, others)), others == 0);
    }

    /** Begins again after an outage of the path. */
    void restart() {
        begin(1, true);
    }

    private void begin(int newLimit, boolean slowly) {
        limit = newLimit;
        slowStart = slowly;
        raised = false;
        answers = 0;
    }

    /** Returns whether another message may be dispatched beside those in flight. */
    boolean isOpen(int inFlight) {
        return inFlight < limit;
    }
}
