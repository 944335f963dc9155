package io.github.restartoracle.benchmarks.lab.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The oracles of a scenario that no other beats in both ETT and URC, and the size of the area that they dominate. The
 * hypervolume is the area between the front and a reference point, which should be worse than every oracle. The larger it is,
 * the better are the best of the oracles together.
 *
 * @param members in the order of their ETT
 * @param hypervolume seconds times unnecessary transmissions, 0 or more; NaN without a reference
 */
public record ParetoFront(List<Row> members, double hypervolume) {
    public ParetoFront {
        members = List.copyOf(members);
    }

    /**
     * Returns the front with the ETT of {@code none} and the URC of {@code fixed} as reference.
     *
     * @param rows one per oracle of a scenario; those that lost messages are left out, since their ETT is only that of the
     *     messages that arrived, but they may be the reference
     * @return the front
     */
    public static ParetoFront of(List<Row> rows) {
        return of(rows, ett(rows, "none"), urc(rows, "fixed"));
    }

    /**
     * Returns the front.
     *
     * @param rows one per oracle of a scenario
     * @param ettReference seconds
     * @param urcReference transmissions per message
     * @return the front
     */
    public static ParetoFront of(List<Row> rows, double ettReference, double urcReference) {
        List<Row> sorted = rows.stream()
                .filter(row -> row.number(CellColumns.LOST) == 0 && Double.isFinite(ett(row)))
                .sorted(Comparator.<Row>comparingDouble(row -> ett(row)).thenComparingDouble(row -> urc(row)))
                .toList();
        List<Row> front = new ArrayList<>();
        double volume = 0;
        double ceiling = urcReference;
        double leastUrc = Double.POSITIVE_INFINITY;
        for (Row row : sorted) {
            if (urc(row) < leastUrc) {
                leastUrc = urc(row);
                front.add(row);
                double gain = Math.max(0, ceiling - urc(row));
                volume += gain * Math.max(0, ettReference - ett(row));
                ceiling = Math.min(ceiling, urc(row));
            }
        }
        return new ParetoFront(front, volume);
    }

    private static double ett(Row row) {
        return row.number(CellColumns.ETT);
    }

    private static double urc(Row row) {
        return row.number(CellColumns.URC);
    }

    private static double ett(List<Row> rows, String oracle) {
        return rows.stream()
                .filter(row -> row.text(CellColumns.ORACLE).equals(oracle))
                .mapToDouble(row -> ett(row))
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double urc(List<Row> rows, String oracle) {
        return rows.stream()
                .filter(row -> row.text(CellColumns.ORACLE).equals(oracle))
                .mapToDouble(row -> urc(row))
                .findFirst()
                .orElse(Double.NaN);
    }
}
