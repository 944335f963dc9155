package io.github.restartoracle.benchmarks.papers.conditional;

import java.util.Arrays;

/**
 * <p>Stateless, thread-safe.
 *
 * A test for whether a sender had all its data ready, from the sizes of its segments alone (section III.A.2 of the paper): in
 * that case all segments except the last are full. The largest segment in the flow counts as full, since the size in use may
 * differ from the one that was negotiated.
 */
public final class SingleFlow {
    private SingleFlow() {}

    /**
     * Applies the test to segments.
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
     * Applies the test to the values that a flow meter records.
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
