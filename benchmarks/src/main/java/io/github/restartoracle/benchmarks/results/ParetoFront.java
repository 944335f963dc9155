package io.github.restartoracle.benchmarks.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The oracles of a scenario that no other beats in both ETT and URC, and how much of the plane they leave behind. The
 * hypervolume is the area between the front and a reference point that everything should be better than; the larger, the
 * better the best of the oracles are together.
 *
 * @param members in the order of their ETT
 * @param hypervolume seconds times unnecessary transmissions, 0 or more; NaN without a reference
 */
public record ParetoFront(List<ResultRow> members, double hypervolume) {
    public ParetoFront {
        members = List.copyOf(members);
    }

    /**
     * The front with the ETT of {@code none} and the URC of {@code fixed} as reference.
     *
     * @param rows one per oracle of a scenario; those that lost messages, and so have an ETT of the lucky ones only, are
     *     left out, but may be the reference
     * @return the front
     */
    public static ParetoFront of(List<ResultRow> rows) {
        return of(rows, ett(rows, "none"), urc(rows, "fixed"));
    }

    /**
     * The front.
     *
     * @param rows one per oracle of a scenario
     * @param ettReference seconds
     * @param urcReference transmissions per message
     * @return the front
     */
    public static ParetoFront of(List<ResultRow> rows, double ettReference, double urcReference) {
        List<ResultRow> sorted = rows.stream()
                .filter(row -> row.lost() == 0 && Double.isFinite(row.ettMeanSeconds()))
                .sorted(Comparator.comparingDouble(ResultRow::ettMeanSeconds).thenComparingDouble(ResultRow::urcMean))
                .toList();
        List<ResultRow> front = new ArrayList<>();
        double volume = 0;
        double ceiling = urcReference;
        double leastUrc = Double.POSITIVE_INFINITY;
        for (ResultRow row : sorted) {
            if (row.urcMean() < leastUrc) {
                leastUrc = row.urcMean();
                front.add(row);
                double gain = Math.max(0, ceiling - row.urcMean());
                volume += gain * Math.max(0, ettReference - row.ettMeanSeconds());
                ceiling = Math.min(ceiling, row.urcMean());
            }
        }
        return new ParetoFront(front, volume);
    }

    private static double ett(List<ResultRow> rows, String oracle) {
        return rows.stream()
                .filter(row -> row.oracle().equals(oracle))
                .mapToDouble(ResultRow::ettMeanSeconds)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double urc(List<ResultRow> rows, String oracle) {
        return rows.stream()
                .filter(row -> row.oracle().equals(oracle))
                .mapToDouble(ResultRow::urcMean)
                .findFirst()
                .orElse(Double.NaN);
    }
}
