package io.github.restartoracle.benchmarks.lab.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The oracles of a scenario that no other beats in both ETT and URC, and the size of the area that they dominate. The
 * hypervolume is the area between the front and a reference point, which should be worse than every oracle. The larger it is,
 * the better are the best of the oracles together.
 *
 * @param members in the order of their ETT
 * @param hypervolume seconds times unnecessary transmissions, 0 or more; NaN without a reference
 */
public record ParetoFront(List<Cell> members, double hypervolume) {
    public ParetoFront {
        members = List.copyOf(members);
    }

    /**
     * Returns the front with the ETT of {@code none} and the URC of {@code fixed} as reference. Oracles that lost
     * messages are left out, since their ETT is only that of the messages that arrived, but they may be the reference.
     */
    public static ParetoFront of(List<Cell> cells) {
        double ettReference = reference(cells, "none", Cell::ett);
        double urcReference = reference(cells, "fixed", Cell::urc);
        List<Cell> sorted = cells.stream()
                .filter(cell -> cell.lost() == 0 && Double.isFinite(cell.ett()))
                .sorted(Comparator.comparingDouble(Cell::ett).thenComparingDouble(Cell::urc))
                .toList();
        List<Cell> front = new ArrayList<>();
        double volume = 0;
        double ceiling = urcReference;
        double leastUrc = Double.POSITIVE_INFINITY;
        for (Cell cell : sorted) {
            if (cell.urc() < leastUrc) {
                leastUrc = cell.urc();
                front.add(cell);
                double gain = Math.max(0, ceiling - cell.urc());
                volume += gain * Math.max(0, ettReference - cell.ett());
                ceiling = Math.min(ceiling, cell.urc());
            }
        }
        return new ParetoFront(front, volume);
    }

    private static double reference(List<Cell> cells, String oracle, ToDoubleFunction<Cell> value) {
        return cells.stream()
                .filter(cell -> cell.oracle().equals(oracle))
                .mapToDouble(value)
                .findFirst()
                .orElse(Double.NaN);
    }
}
