package io.github.restartoracle.internal.window;

import io.github.restartoracle.internal.attempt.PathResources;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

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
 * <p>When room is made, it goes to waiting paths one by one, the one that has waited longest first. Thread-safe.
 */
public final class SharedWindow {
    /**
     * The wait of a path for room.
     *
     * @param resources those of the path
     * @param proceed takes the time at which room may have been made; to be run once, by a thread of the path
     */
    public record Claim(PathResources resources, LongConsumer proceed) {}

    private final int maxAttempts;
    private final long maxBytes;
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final Queue<Claim> waiting = new ConcurrentLinkedQueue<>();

    /** The claims of paths that have not used the room yet that others have made; each has the room of one attempt. */
    private final Set<Claim> promised = ConcurrentHashMap.newKeySet();

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

    public boolean hasRoomFor(long messageBytes) {
        return attempts.get() + promised.size() < maxAttempts && bytes.get() + messageBytes <= maxBytes;
    }

    public void await(Claim claim) {
        waiting.add(claim);
    }

    public void enter(long messageBytes) {
        attempts.incrementAndGet();
        bytes.addAndGet(messageBytes);
    }

    public void leave(long messageBytes) {
        attempts.decrementAndGet();
        bytes.addAndGet(-messageBytes);
    }

    /** Removes and returns the claim of the path that has waited longest, if there is room for it, which is kept for it. */
    @Nullable
    public Claim next() {
        Claim next = hasRoomFor(0) ? waiting.poll() : null;
        if (next != null) {
            promised.add(next);
        }
        return next;
    }

    /** Keeps no room for a claim any more, since its path takes the room now; returns false if none was kept. */
    public boolean taken(Claim claim) {
        return promised.remove(claim);
    }
}
