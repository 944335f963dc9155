package io.github.restartoracle.internal.sequence;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The message numbers of one sequence that are acknowledged, as disjoint ascending ranges. Applying an acknowledgement
 * visits only the numbers that are new, so the cost of a message does not depend on the number of outstanding messages.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class AcknowledgedRanges {
    /** Visits a range of message numbers, both ends included. */
    @FunctionalInterface
    interface RangeVisitor {
        void visit(long lower, long upper);
    }

    private long[] bounds = {};

    /**
     * Checks an acknowledgement.
     *
     * @param ranges lower and upper bounds in turn
     * @param highestSent the highest number that was ever sent
     * @return null if it is sound, otherwise a description of the defect
     */
    public static @Nullable String defect(long[] ranges, long highestSent) {
        for (int i = 0; i < ranges.length; i += 2) {
            if (ranges[i] < 1 || ranges[i] > ranges[i + 1]) {
                return "the range " + ranges[i] + " to " + ranges[i + 1] + " is malformed";
            }
            if (ranges[i + 1] > highestSent) {
                return "the range " + ranges[i] + " to " + ranges[i + 1] + " exceeds the last message sent, "
                        + highestSent;
            }
        }
        return null;
    }

    /**
     * Adds an acknowledgement. An acknowledged number stays acknowledged, even if an older acknowledgement comes late.
     *
     * @param ranges lower and upper bounds in turn, sound, in any order
     * @param fresh told each range of numbers that was not acknowledged before
     */
    public void apply(long[] ranges, RangeVisitor fresh) {
        long[] incoming = ascending(ranges);
        long[] merged = new long[bounds.length + incoming.length];
        int size = 0;
        int known = 0;
        int next = 0;
        while (known < bounds.length || next < incoming.length) {
            boolean takeKnown = next >= incoming.length || (known < bounds.length && bounds[known] <= incoming[next]);
            long lower = takeKnown ? bounds[known] : incoming[next];
            long upper = takeKnown ? bounds[known + 1] : incoming[next + 1];
            if (takeKnown) {
                known += 2;
            } else {
                next += 2;
                visitGaps(lower, upper, known, fresh, size == 0 ? Long.MIN_VALUE : merged[size - 1]);
            }
            if (size > 0 && lower <= merged[size - 1] + 1) {
                merged[size - 1] = Math.max(merged[size - 1], upper);
            } else {
                merged[size++] = lower;
                merged[size++] = upper;
            }
        }
        bounds = Arrays.copyOf(merged, size);
    }

    /** Reports the numbers in lower..upper above {@code covered} and outside the known ranges from index {@code known} on. */
    private void visitGaps(long lower, long upper, int known, RangeVisitor fresh, long covered) {
        long from = Math.max(lower, covered == Long.MIN_VALUE ? lower : covered + 1);
        for (int i = known; i < bounds.length && bounds[i] <= upper && from <= upper; i += 2) {
            if (bounds[i] > from) {
                fresh.visit(from, bounds[i] - 1);
            }
            from = Math.max(from, bounds[i + 1] + 1);
        }
        if (from <= upper) {
            fresh.visit(from, upper);
        }
    }

    public boolean contains(long number) {
        int low = 0;
        int high = bounds.length / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (number < bounds[2 * middle]) {
                high = middle - 1;
            } else if (number > bounds[2 * middle + 1]) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }

    /** Returns the highest number; 0 if there is none. */
    long highest() {
        return bounds.length == 0 ? 0 : bounds[bounds.length - 1];
    }

    private static long[] ascending(long[] ranges) {
        for (int i = 2; i < ranges.length; i += 2) {
            if (ranges[i] < ranges[i - 2]) {
                return sorted(ranges);
            }
        }
        return ranges;
    }

    private static long[] sorted(long[] ranges) {
        long[][] pairs = new long[ranges.length / 2][];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = new long[] {ranges[2 * i], ranges[2 * i + 1]};
        }
        Arrays.sort(pairs, (a, b) -> Long.compare(a[0], b[0]));
        long[] result = new long[ranges.length];
        for (int i = 0; i < pairs.length; i++) {
            result[2 * i] = pairs[i][0];
            result[2 * i + 1] = pairs[i][1];
        }
        return result;
    }
}
