package io.github.restartoracle.wsrm.queue;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The places that the attempts of all paths share. A path without an attempt needs none to begin one, so that no path
 * waits for another: of <i>n</i> paths at most <i>n</i> attempts more than there are places are under way, one for each
 * in-order sequence that has been overtaken, and as many again as threads take the last place in the same moment.
 *
 * <p>Thread-safe.
 */
final class Places {
    private final int all;
    private final AtomicInteger taken = new AtomicInteger();

    /**
     * All are free.
     *
     * @param all how many there are, 1 or more
     */
    Places(int all) {
        this.all = all;
    }

    boolean areLeft() {
        return taken.get() < all;
    }

    void take() {
        taken.incrementAndGet();
    }

    void release() {
        taken.decrementAndGet();
    }
}
