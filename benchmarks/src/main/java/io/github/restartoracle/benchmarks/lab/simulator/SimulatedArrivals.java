package io.github.restartoracle.benchmarks.lab.simulator;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals at the destination, in order, until the source knows them. An acknowledgement covers all of them, so that it is
 * represented by their number when it was written. The source processes only the new ones. Not thread-safe.
 */
final class SimulatedArrivals {
    private final Queue<Arrival> unknown = new ArrayDeque<>();
    private long total;
    private long echoed;

    /** An attempt that the destination has processed, and its position among all arrivals, from 0. */
    record Arrival(long position, SimulatedMessage message, int attempt, long nanos) {}

    /** The content of an acknowledgement: the number of arrivals that it covers, and the first one that it echoes. */
    record Acknowledgement(long covers, long echoesFrom, long writtenNanos) {}

    void add(SimulatedMessage message, int attempt, long nowNanos) {
        unknown.add(new Arrival(total++, message, attempt, nowNanos));
    }

    /** Returns an acknowledgement of all arrivals. It echoes those that no earlier one has echoed. */
    Acknowledgement acknowledge(long nowNanos) {
        Acknowledgement acknowledgement = new Acknowledgement(total, echoed, nowNanos);
        echoed = total;
        return acknowledgement;
    }

    /** Returns the next arrival that an acknowledgement covers and the source did not know; null if there is none. */
    @Nullable
    Arrival takeNext(Acknowledgement acknowledgement) {
        Arrival next = unknown.peek();
        return next != null && next.position() < acknowledgement.covers() ? unknown.remove() : null;
    }
}
