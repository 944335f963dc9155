package io.github.restartoracle.world;

import io.github.restartoracle.time.NanoClock;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The time and the one thread of a world: runs tasks in the order of their times and, at one time, of their planning. Not
 * thread-safe.
 */
final class WorldTime implements NanoClock {
    private record Task(long atNanos, long order, Runnable action) {}

    private final Queue<Task> tasks = new PriorityQueue<>(
            (a, b) -> a.atNanos == b.atNanos ? Long.compare(a.order, b.order) : Long.signum(a.atNanos - b.atNanos));
    private final long startNanos;
    private long nowNanos;
    private long planned;

    /** Creates a clock that begins at any value: the clock of a machine may be about to wrap. */
    WorldTime(long startNanos) {
        this.startNanos = startNanos;
        this.nowNanos = startNanos;
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    long sinceStart() {
        return nowNanos - startNanos;
    }

    /** Runs a task after a time of zero or more. */
    void after(long nanos, Runnable action) {
        tasks.add(new Task(nowNanos + Math.max(0, nanos), planned++, action));
    }

    /** Runs the next task; returns false if it is later than an end, or if there is none. */
    boolean step(long endSinceStart) {
        Task next = tasks.peek();
        if (next == null || next.atNanos - startNanos > endSinceStart) {
            nowNanos = startNanos + Math.max(sinceStart(), endSinceStart);
            return false;
        }
        tasks.remove();
        nowNanos = next.atNanos;
        next.action.run();
        return true;
    }
}
