package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.report.Figure.Point;
import io.github.restartoracle.benchmarks.results.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * The complementary distribution of a cell's ETT. As many points as can be seen: the ranks are equally far apart on a
 * logarithmic scale, so that the few slowest messages are all there.
 */
final class Exceedance {
    private static final int MOST = 300;

    private Exceedance() {}

    /** The share of messages with at least this ETT; those that never arrived count as slower than all. */
    static List<Point> of(Cell cell) {
        List<Double> ett = cell.ettSeconds();
        int lost = cell.row().lost();
        double all = ett.size() + lost;
        List<Point> points = new ArrayList<>();
        int last = 0;
        for (int slower : ranks(ett.size())) {
            if (slower != last) {
                points.add(0, Point.of(ett.get(ett.size() - slower), (slower + lost) / all));
                last = slower;
            }
        }
        return points;
    }

    private static int[] ranks(int size) {
        int[] ranks = new int[Math.min(size, MOST)];
        for (int i = 0; i < ranks.length; i++) {
            double share = ranks.length == 1 ? 1 : (double) i / (ranks.length - 1);
            ranks[i] = size <= MOST ? i + 1 : (int) Math.round(Math.pow(size, share));
        }
        return ranks;
    }
}
