package io.github.restartoracle.benchmarks.lab.simulator;

import java.util.Arrays;

/**
 * The arrivals at the destination, in order, until the source knows them. An acknowledgement covers all of them, so that it is
 * represented by their number when it was written. The source processes only the new ones. Not thread-safe.
 */
final class SimulatedArrivals {
    private SimulatedMessage[] messages = new SimulatedMessage[64];
    private int[] attempts = new int[64];
    private long[] nanos = new long[64];
    private long taken;
    private long total;
    private long echoed;

    /** The content of an acknowledgement: the number of arrivals that it covers, and the first one that it echoes. */
    record Acknowledgement(long covers, long echoesFrom, long writtenNanos) {}

    void add(SimulatedMessage message, int attempt, long nowNanos) {
        if (total - taken == messages.length) {
            grow();
        }
        int slot = slot(total++);
        messages[slot] = message;
        attempts[slot] = attempt;
        nanos[slot] = nowNanos;
    }

    private void grow() {
        int old = messages.length;
        SimulatedMessage[] more = Arrays.copyOf(messages, 2 * old);
        int[] moreAttempts = new int[2 * old];
        long[] moreNanos = new long[2 * old];
        for (long index = taken; index < total; index++) {
            int from = (int) (index & (old - 1));
            int to = (int) (index & (2L * old - 1));
            more[to] = messages[from];
            moreAttempts[to] = attempts[from];
            moreNanos[to] = nanos[from];
        }
        messages = more;
        attempts = moreAttempts;
        nanos = moreNanos;
    }

    /** Returns an acknowledgement of all arrivals. It echoes those that no earlier one has echoed. */
    Acknowledgement acknowledge(long nowNanos) {
        Acknowledgement acknowledgement = new Acknowledgement(total, echoed, nowNanos);
        echoed = total;
        return acknowledgement;
    }

    /** Returns the next arrival that an acknowledgement covers and the source did not know; -1 if there is none. */
    long takeNext(Acknowledgement acknowledgement) {
        return taken < acknowledgement.covers() ? taken++ : -1;
    }

    SimulatedMessage message(long index) {
        return messages[slot(index)];
    }

    int attempt(long index) {
        return attempts[slot(index)];
    }

    long nanos(long index) {
        return nanos[slot(index)];
    }

    private int slot(long index) {
        return (int) (index & (messages.length - 1));
    }
}
