package io.github.restartoracle.oracle.adaptive;

import java.util.Arrays;
import java.util.Map;

/**
 * Completion times in H buckets of equal width up to &tau;<sub>max</sub>; longer ones are only counted. Estimates for each
 * right edge of a bucket the completion time of a task that is restarted there, and finds the edge with the shortest.
 */
final class CompletionTimeHistogram {
    /*
     * Only buckets that hold a sample are stored, in ascending order. With C and S the number and the sum of the samples
     * up to bucket k, T the number of all, and c the cost of a restart, the expected time is
     *
     *     E_k = (S + (T - C) (tau_k + c)) / C.
     *
     * Between two buckets that hold samples S and C are constant and T - C >= 0, so E_k does not fall as tau_k grows: the
     * least E is always found at a bucket that holds samples. Looking at those only is exact. The same argument holds
     * for the printed form. One pass per sample; with H = 1000 there are typically 20 to 200 such buckets.
     */

    private static final int FIRST_CAPACITY = 16;

    private final long tauMaxNanos;
    private final long widthNanos;
    private int filled;
    private int[] buckets = new int[FIRST_CAPACITY];
    private long[] counts = new long[FIRST_CAPACITY];
    private double[] sumsNanos = new double[FIRST_CAPACITY];
    private long total;

    /** Creates an empty histogram. The width is rounded up to whole nanoseconds, so the last buckets may remain unused. */
    CompletionTimeHistogram(int buckets, long tauMaxNanos) {
        this.tauMaxNanos = tauMaxNanos;
        this.widthNanos = (tauMaxNanos + buckets - 1) / buckets;
    }

    void add(long nanos) {
        total++;
        if (nanos >= tauMaxNanos) {
            return;
        }
        int bucket = (int) (nanos / widthNanos);
        int place = Arrays.binarySearch(buckets, 0, filled, bucket);
        if (place < 0) {
            place = -place - 1;
            insert(place, bucket);
        }
        counts[place]++;
        sumsNanos[place] += nanos;
    }

    /**
     * Returns the right edge of the bucket at which the expected time is least; of several, the first. If no sample was below
     * &tau;<sub>max</sub>, returns &tau;<sub>max</sub>.
     */
    long bestTimeoutNanos(double restartCostNanos, QestConfig.Variant variant) {
        double least = Double.POSITIVE_INFINITY;
        long best = tauMaxNanos;
        long count = 0;
        double sum = 0;
        for (int i = 0; i < filled; i++) {
            count += counts[i];
            sum += sumsNanos[i];
            long edge = edgeNanos(buckets[i]);
            double expected = switch (variant) {
                case CORRECTED, ROBUST -> (sum + (total - count) * (edge + restartCostNanos)) / count;
                case AS_PRINTED ->
                    sum / count * total / count + (double) (total - count) / count * (edge + restartCostNanos);
            };
            if (expected < least) {
                least = expected;
                best = edge;
            }
        }
        return best;
    }

    /** Halves the weight of all samples; a bucket with one sample is emptied. */
    void halve() {
        long beyond = total;
        int kept = 0;
        long below = 0;
        for (int i = 0; i < filled; i++) {
            beyond -= counts[i];
            long half = counts[i] / 2;
            if (half > 0) {
                buckets[kept] = buckets[i];
                sumsNanos[kept] = sumsNanos[i] * half / counts[i];
                counts[kept] = half;
                below += half;
                kept++;
            }
        }
        filled = kept;
        total = below + beyond / 2;
    }

    /** Returns the number of samples, longer ones included. */
    long total() {
        return total;
    }

    void describe(Map<String, Double> state) {
        state.put("samples", (double) total);
        state.put("beyond-tau-max", (double)
                (total - Arrays.stream(counts, 0, filled).sum()));
        state.put("buckets", (double) filled);
        for (int percent : new int[] {50, 90, 99}) {
            long nanos = percentileNanos(percent);
            if (nanos >= 0) {
                state.put("p" + percent + "-seconds", Seconds.of((double) nanos));
            }
        }
    }

    /** Returns the right edge of the first bucket up to which there are so many percent of all samples; -1 if there is none. */
    private long percentileNanos(int percent) {
        long count = 0;
        for (int i = 0; i < filled; i++) {
            count += counts[i];
            if (100 * count >= percent * total) {
                return edgeNanos(buckets[i]);
            }
        }
        return -1;
    }

    private long edgeNanos(int bucket) {
        return Math.min(tauMaxNanos, (bucket + 1L) * widthNanos);
    }

    private void insert(int place, int bucket) {
        if (filled == buckets.length) {
            buckets = Arrays.copyOf(buckets, 2 * filled);
            counts = Arrays.copyOf(counts, 2 * filled);
            sumsNanos = Arrays.copyOf(sumsNanos, 2 * filled);
        }
        int moved = filled - place;
        System.arraycopy(buckets, place, buckets, place + 1, moved);
        System.arraycopy(counts, place, counts, place + 1, moved);
        System.arraycopy(sumsNanos, place, sumsNanos, place + 1, moved);
        buckets[place] = bucket;
        counts[place] = 0;
        sumsNanos[place] = 0;
        filled++;
    }
}
