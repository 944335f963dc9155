package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * The complementary distribution of a cell's ETT. It has as many points as can be seen: the ranks are equally far apart on a
 * logarithmic scale, so that all of the few slowest messages are included.
 */
final class Exceedance {
    private static final int MOST = 300;

    private Exceedance() {}

    /**
     * Returns the share of messages with a larger ETT, from the fastest message on. Messages that never arrived count as slower
     * than all. The last point repeats the share before it, since a share of zero cannot be shown on a logarithmic scale.
     */
    static List<Point> of(Cell cell) {
        List<Double> ett = cell.ettSeconds();
        double all = ett.size() + cell.lost();
        List<Point> points = new ArrayList<>();
        int last = 0;
        for (int notFaster : ranks(ett.size())) {
            if (notFaster != last) {
                int slower = notFaster - 1 + cell.lost();
                points.add(0, Point.of(ett.get(ett.size() - notFaster), Math.max(slower, 1) / all));
                last = notFaster;
            }
        }
        if (!points.isEmpty()) {
            points.add(0, Point.of(ett.get(0), 1));
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
