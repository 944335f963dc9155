package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import java.util.Arrays;

/** The segments that one end has received. Not thread-safe. */
final class ReceivedSegments {
    private static final long[] NOTHING = {};

    private long[] got = new long[1];
    private int next;
    private int highest;
    private int unacknowledged;

    /** Returns the first segment that is missing. */
    int next() {
        return next;
    }

    /** Returns the segments above the first that is missing, as a bit set from 0; empty if there are none. */
    long[] aboveGap() {
        return highest > next ? Arrays.copyOf(got, (highest >>> 6) + 1) : NOTHING;
    }

    /** Takes a segment; returns true if it came in order and no segment is missing. */
    boolean take(int segment) {
        int word = segment >>> 6;
        if (word >= got.length) {
            got = Arrays.copyOf(got, Math.max(word + 1, 2 * got.length));
        }
        boolean inOrder = segment == next;
        got[word] |= 1L << segment;
        highest = Math.max(highest, segment + 1);
        while ((next >>> 6) < got.length && (got[next >>> 6] & (1L << next)) != 0) {
            next++;
        }
        return inOrder && highest == next;
    }

    /** Counts a segment; returns true if enough have come for an acknowledgement. */
    boolean enough(int ackEvery) {
        unacknowledged++;
        return unacknowledged >= ackEvery;
    }

    boolean owesAcknowledgement() {
        return unacknowledged > 0;
    }

    void acknowledged() {
        unacknowledged = 0;
    }
}
