package io.github.restartoracle.oracle.adaptive;

import java.util.Arrays;

/** Checks of a snapshot with which an oracle is to begin: it was kept outside, for any time. */
final class Snapshot {
    /** The greatest number up to which a double represents every integer exactly. */
    private static final double GREATEST_COUNT = 1L << 53;

    private Snapshot() {}

    /** Checks the head of a snapshot: its layout, and the configuration under which the rest was learnt. */
    static void requireHead(double[] snapshot, double[] head) {
        require(
                snapshot.length >= head.length && Arrays.equals(snapshot, 0, head.length, head, 0, head.length),
                "it was made by another oracle, version or configuration");
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("the snapshot cannot be used: " + otherwise);
        }
    }

    static boolean isCount(double value) {
        return value >= 0 && value <= GREATEST_COUNT && value == Math.rint(value);
    }

    /** Returns whether a value is a time: nanoseconds, perhaps with a fraction. */
    static boolean isTime(double value) {
        return value >= 0 && value <= Long.MAX_VALUE;
    }
}
