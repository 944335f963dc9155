package io.github.restartoracle.wsrm.path;

/**
 * How many messages may be under way at once, as refusals teach; no limit until the first. A refusal while n others were under
 * way, of which none was refused, shows that the destination takes n: n is the limit then. After 8 answers with as many under
 * way as may be, one more is tried. If it is refused, the next try comes after twice as many answers, 512 at most.
 *
 * <p>A refusal while nothing else was under way tells no number, nor does the end of a silence behind a relay. The limit is 1
 * then, and each answer raises it by one, as in the slow start of TCP (RFC 5681, 3.1), until the next refusal.
 *
 * <p>It is not raised while a message has been under way for more than 4 times as long as the one that is answered: then
 * something on the way is a queue, such as a relay that sets up its connections one after the other, and what is given to it waits
 * for longer than here.
 *
 * <p>Additive increase, and a decrease to what was carried, as Netflix's concurrency-limits have them; with a patience that
 * doubles, since each try beyond the limit costs a refusal.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class ConcurrencyLimit {
    static final int NONE = Integer.MAX_VALUE;

    private static final int LEAST_PATIENCE = 8;
    private static final int MOST_PATIENCE = 512;
    private static final int STALLED = 4;

    private int limit = NONE;
    private boolean slowStart;
    private boolean raised;
    private int answers;
    private int patience = LEAST_PATIENCE;

    /**
     * A message was answered.
     *
     * @param underWay how many messages were under way, this one included
     * @param tookNanos since it was dispatched
     * @param longestNanos since the first of those was dispatched that are under way still; 0 if there is none
     */
    void answered(int underWay, long tookNanos, long longestNanos) {
        if (underWay < limit) {
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

    /** The destination has refused a message, for the time being, while others were under way. */
    void refused(int others) {
        patience = raised && !slowStart ? Math.min(MOST_PATIENCE, 2 * patience) : patience;
        begin(Math.max(1, Math.min(limit, others)), others == 0);
    }

    /** The path begins anew: what it carried before tells nothing. */
    void restart() {
        begin(1, true);
    }

    private void begin(int newLimit, boolean slowly) {
        limit = newLimit;
        slowStart = slowly;
        raised = false;
        answers = 0;
    }

    /** Another message may be dispatched while so many are under way. */
    boolean isOpen(int underWay) {
        return underWay < limit;
    }

    /** At least 1; {@link #NONE} if nothing was ever refused. */
    int limit() {
        return limit;
    }
}
