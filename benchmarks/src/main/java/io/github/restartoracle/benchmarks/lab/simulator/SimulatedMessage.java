package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import java.util.Arrays;

/** A message and its attempts. Not thread-safe. */
final class SimulatedMessage {
    final int number;
    final long dueNanos;

    private int attempts;
    private int underWay;
    private boolean settled;
    private long[] dispatched = new long[1];
    private long[] arrived = new long[1];

    SimulatedMessage(int number, long dueNanos) {
        this.number = number;
        this.dueNanos = dueNanos;
    }

    int attempts() {
        return attempts;
    }

    long dispatchedNanos(int attempt) {
        return dispatched[attempt - 1];
    }

    /** Returns the time of an arrival; {@link VirtualTime#NEVER} if it has not arrived. */
    long arrivedNanos(int attempt) {
        return arrived[attempt - 1];
    }

    void dispatch(long nowNanos) {
        if (attempts == dispatched.length) {
            dispatched = Arrays.copyOf(dispatched, 2 * attempts);
            arrived = Arrays.copyOf(arrived, 2 * attempts);
        }
        dispatched[attempts] = nowNanos;
        arrived[attempts] = VirtualTime.NEVER;
        attempts++;
        underWay++;
    }

    /** Begins an attempt that may be written. {@link #over} ends it, in either case. */
    void begin() {
        underWay++;
    }

    /** Notes an arrival. Only the first arrival of an attempt counts. */
    void arrive(int attempt, long nowNanos) {
        arrived[attempt - 1] = Math.min(arrived[attempt - 1], nowNanos);
    }

    /** Notes the end of an attempt: no further event of it will occur. */
    void over() {
        underWay--;
    }

    /** Notes that no more transmissions will be made. */
    void settle() {
        settled = true;
    }

    boolean settled() {
        return settled;
    }

    boolean finished() {
        return underWay == 0 && settled;
    }

    /** Returns the attempt that arrived first; 0 if none did. */
    int first() {
        int first = 0;
        long earliest = VirtualTime.NEVER;
        for (int attempt = 1; attempt <= attempts; attempt++) {
            if (arrived[attempt - 1] < earliest) {
                earliest = arrived[attempt - 1];
                first = attempt;
            }
        }
        return first;
    }

    /**
     * Returns the URC, given the attempt that arrived first: the transmissions without that one and without those that were
     * lost before it.
     */
    int unnecessary(int first) {
        int lost = 0;
        for (int attempt = 1; attempt < first; attempt++) {
            lost += arrived[attempt - 1] == VirtualTime.NEVER ? 1 : 0;
        }
        return attempts - lost - 1;
    }
}
