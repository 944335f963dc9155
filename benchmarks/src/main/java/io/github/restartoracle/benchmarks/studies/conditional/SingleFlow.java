package io.github.restartoracle.benchmarks.studies.conditional;

import java.util.Arrays;

/**
 * Whether a sender had all its data ready, told from the sizes of its segments alone (section III.A.2 of the paper): then all
 * segments are full but the last. The largest segment seen counts as full, since what was negotiated may not be what was used.
 *
 * <p>Stateless, thread-safe.
 */
public final class SingleFlow {
    private SingleFlow() {}

    /**
     * The test.
     *
     * @param segments payload bytes of each data segment, retransmissions left out, each more than 0
     * @return true if ceil(sent_data / MSS) = sent_seg and min_seg = sent_data - (sent_seg - 1) MSS; false without segments
     */
    public static boolean of(int... segments) {
        if (segments.length == 0) {
            return false;
        }
        long data = Arrays.stream(segments).asLongStream().sum();
        return ofMeter(
                data,
                segments.length,
                Arrays.stream(segments).min().getAsInt(),
                Arrays.stream(segments).max().getAsInt());
    }

    /**
     * The test on what a flow meter keeps.
     *
     * @param sentBytes payload
     * @param sentSegments 1 or more
     * @param smallest payload bytes of the smallest segment
     * @param largest payload bytes of the largest segment, more than 0
     * @return as {@link #of(int...)}
     */
    public static boolean ofMeter(long sentBytes, long sentSegments, int smallest, int largest) {
        long needed = (sentBytes + largest - 1) / largest;
        return needed == sentSegments && smallest == sentBytes - (sentSegments - 1) * largest;
    }
}
