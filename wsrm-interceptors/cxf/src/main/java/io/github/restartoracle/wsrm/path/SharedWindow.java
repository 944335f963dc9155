package io.github.restartoracle.wsrm.path;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The room for attempts that all paths share. A path without an attempt needs no room to begin one, so that no path waits
 * for another. The limit may therefore be exceeded, of <i>n</i> paths by
 *
 * <ul>
 *   <li>at most <i>n</i> attempts,
 *   <li>one for each in-order sequence that was overtaken, and
 *   <li>as many as there are threads that take the last room in the same moment.
 * </ul>
 *
 * <p>When room is made, waiting paths are told one by one, the one that has waited longest first. Thread-safe.
 */
public final class SharedWindow {
    private final int maxAttempts;
    private final long maxBytes;
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    /**
     * Creates a window without attempts.
     *
     * @param maxAttempts the maximum number of attempts in flight of all paths, 1 or more
     * @param maxBytes the maximum of the bytes of their messages together
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

    /** Tells the path that has waited longest that there is room, if there is. */
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
