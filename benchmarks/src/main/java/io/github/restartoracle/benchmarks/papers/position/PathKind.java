package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * One cell of the paper's grid.
 *
 * @param kbit bandwidth of each direction, kbit/s
 * @param delayMillis one way
 */
record PathKind(int kbit, int delayMillis) {
    static final List<Integer> BANDWIDTHS = List.of(160, 300, 500, 1000, 2000, 4000, 10_000);
    static final List<Integer> DELAYS = List.of(5, 10, 20, 40, 60, 100, 150, 200);

    /** The path that imitates one inside the United States; {@link #US_OVERSEAS} imitates one across the ocean. */
    static final PathKind US_US = new PathKind(300, 10);

    static final PathKind US_OVERSEAS = new PathKind(300, 60);

    /** The two cells with numbers in the paper. */
    static final List<PathKind> PRINTED = List.of(US_US, US_OVERSEAS);

    /** Returns all 56 cells. */
    static List<PathKind> grid() {
        List<PathKind> grid = new ArrayList<>();
        for (int kbit : BANDWIDTHS) {
            for (int delay : DELAYS) {
                grid.add(new PathKind(kbit, delay));
            }
        }
        return grid;
    }

    /**
     * Returns the link. The paper's delay is normal, its variance 50 % of the mean; ours is constant. With a varying delay,
     * packets would overtake each other in the simulation but not on a real link.
     */
    Link link() {
        return new Link(OptionalLong.of(kbit * 1000L), Duration.ofMillis(delayMillis), Duration.ZERO);
    }

    @Override
    public String toString() {
        return kbit + " kbit/s, " + delayMillis + " ms";
    }
}
