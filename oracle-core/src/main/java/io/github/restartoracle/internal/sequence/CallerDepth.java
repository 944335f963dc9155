package io.github.restartoracle.internal.sequence;

import io.github.restartoracle.internal.estimate.SmoothedTime;
import java.util.concurrent.TimeUnit;

/**
 * The number of messages of one caller that may be under way at a time, to a destination that delivers them in the order of the
 * caller itself: as many as the link holds while the destination has one, a bandwidth-delay product in messages. While the
 * destination is the slower part, more would only wait there.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class CallerDepth {
    /** The maximum. A destination lets 256 requests of a sequence wait; a message behind them is delivered out of order. */
    static final int MOST = 32;

    /** On a link that answers sooner, a caller has the answer to one message before it has written the next. */
    private static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final SmoothedTime link = new SmoothedTime();
    private final SmoothedTime held = new SmoothedTime();
    private boolean kept;

    CallerDepth() {}

    /** Records whether the destination delivers the messages of a caller in its order, if they say which comes first. */
    public void keptByDestination(boolean keeps) {
        kept = keeps;
    }

    /**
     * Adds a round trip.
     *
     * @param linkNanos on the link, there and back
     * @param heldNanos from the arrival at the destination to its acknowledgement
     */
    public void add(long linkNanos, long heldNanos) {
        link.add(linkNanos);
        held.add(heldNanos);
    }

    /** Returns the number of messages, 1 or more; with 1, each waits for the answer to the one before. */
    public int messages() {
        if (!kept || !link.isSampled() || link.nanos() + held.nanos() < QUICK_NANOS) {
            return 1;
        }
        return (int) Math.min(MOST, 1 + link.nanos() / Math.max(1, held.nanos()));
    }
}
