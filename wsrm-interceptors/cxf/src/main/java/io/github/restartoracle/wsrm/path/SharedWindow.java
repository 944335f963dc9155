package io.github.restartoracle.wsrm.path;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The room for attempts that all paths share. A path without an attempt needs none to begin one, so that no path waits for
 * another: of <i>n</i> paths at most <i>n</i> attempts more than there is room for are in flight, one for each in-order
 * sequence that was overtaken, and as many again as threads take the last room in the same moment.
 *
 * <p>Paths that wait are told one by one, longest first, when room is made. Thread-safe.
 */
public final class SharedWindow {
    private final int maxAttempts;
    private final long maxBytes;
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    /**
     * A window without attempts.
     *
     * @param maxAttempts how many attempts of all paths may be in flight, 1 or more
     * @param maxBytes how many bytes their messages may have together
     */
    public SharedWindow(int maxAttempts, long maxBytes) {
        this.maxAttempts = maxAttempts;
        this.maxBytes = maxBytes;
    }

    boolean hasRoomFor(long messageBytes) {
        return attempts.get() < maxAttempts && bytes.get() + messageBytes <= maxBytes;
    }

    /** Runs the action, which must return at once, when room may have been made; it is run once. */
    void await(Runnable action) {
        waiting.add(action);
    }

    void enter(long messageBytes) {
        attempts.incrementAndGet();
        bytes.addAndGet(messageBytes);
    }

    void leave(long messageBytes) {
        attempts.decrementAndGet();
        bytes.addAndGet(-messageBytes);
        passOn();
    }

    /** Tells the path that has waited longest, if there is room. */
    void passOn() {
        if (!hasRoomFor(0)) {
            return;
        }
        Runnable longest = waiting.poll();
        if (longest != null) {
            longest.run();
        }
    }
}
