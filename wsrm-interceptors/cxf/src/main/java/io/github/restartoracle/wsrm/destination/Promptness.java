package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Tells if the service of an endpoint returns so soon that requests may wait for it. A service that has taken its time makes
 * none wait until it was prompt several times; one that hangs makes only those wait that came before it was seen. Thread-safe.
 */
final class Promptness {
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int ENOUGH = 4;

    private final NanoClock clock;
    private final int most;
    /** The beginnings of the deliveries that are running, the first one first. */
    private final Deque<Long> running = new ArrayDeque<>();

    private int inARow = ENOUGH;

    /**
     * Creates the judgement of a service that has not been slow.
     *
     * @param most the number of deliveries at a time for which requests may wait
     */
    Promptness(NanoClock clock, int most) {
        this.clock = clock;
        this.most = most;
    }

    synchronized boolean isPrompt() {
        return inARow >= ENOUGH
                && running.size() < most
                && (running.isEmpty() || clock.nanoTime() - running.getFirst() < SOON_NANOS);
    }

    /** Begins a delivery, and returns its beginning for {@link #end}. */
    synchronized long begin() {
        long nowNanos = clock.nanoTime();
        running.addLast(nowNanos);
        return nowNanos;
    }

    synchronized void end(long begunNanos) {
        running.remove(begunNanos);
        inARow = clock.nanoTime() - begunNanos < SOON_NANOS ? Math.min(inARow + 1, ENOUGH) : 0;
    }
}
