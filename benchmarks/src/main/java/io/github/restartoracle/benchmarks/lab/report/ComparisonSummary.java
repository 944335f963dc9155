package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Estimate;
import io.github.restartoracle.benchmarks.lab.results.PairedDifference;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of a comparison of oracles, in a few sentences derived from its numbers. They state no more than the intervals
 * support.
 */
public final class ComparisonSummary {
    private ComparisonSummary() {}

    /**
     * Returns the outcome: the fastest oracles as far as they can be distinguished, the state of the faults, and
     * losses.
     */
    public static String of(List<ScenarioResult> results, List<FaultEvidence> faults) {
        return (winners(results) + " " + faults(faults) + "; " + losses(results) + ".").strip();
    }

    /** Returns further sentences; may be empty. */
    public static List<String> findings(List<ScenarioResult> results) {
        return Stream.of(closedForm(results), punctuality(results))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the oracles that are faster than every other by more than the interval of the difference, run by run. */
    private static String winners(List<ScenarioResult> results) {
        Map<String, Integer> wins = new LinkedHashMap<>();
        int together = 0;
        int once = 0;
        for (ScenarioResult result : results) {
            Optional<Cell> best = fastestCell(result);
            if (best.isEmpty()) {
                continue;
            }
            if (best.get().points().size() < 2) {
                once++;
            } else if (tied(result, best.get()).isEmpty()) {
                wins.merge(best.get().oracle(), 1, Integer::sum);
            } else {
                together++;
            }
        }
        if (wins.isEmpty() && together == 0) {
            return once == 0 ? "" : "One run of each oracle: which is the fastest cannot be told.";
        }
        String all = wins.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(win -> win.getKey() + " in " + win.getValue())
                .collect(Collectors.joining(", "));
        String certain = wins.isEmpty() ? "no oracle alone in any" : all;
        String open = together == 0
                ? ""
                : "; in %d the fastest are not told apart by the intervals over runs".formatted(together);
        int count = wins.values().stream().mapToInt(Integer::intValue).sum() + together;
        return "Fastest in the mean, of %d %s: %s%s."
                .formatted(count, count == 1 ? "scenario" : "scenarios", certain, open);
    }

    /** Returns the oracles without a loss that may be as fast as the fastest: the interval of the difference includes 0. */
    private static List<Cell> tied(ScenarioResult result, Cell best) {
        return result.cells().stream()
                .filter(cell -> !cell.equals(best) && cell.lost() == 0 && Double.isFinite(cell.ett()))
                .filter(cell -> {
                    Estimate slower = PairedDifference.of(cell, best).ettSeconds();
                    return slower.halfWidth().isEmpty()
                            || slower.mean() <= slower.halfWidth().getAsDouble();
                })
                .toList();
    }

    private static String faults(List<FaultEvidence> faults) {
        if (faults.isEmpty()) {
            return "No evidence of faults was recorded";
        }
        long missing = faults.stream().filter(FaultEvidence::missing).count();
        if (missing == 0) {
            return faults.stream().allMatch(FaultEvidence::applied)
                    ? "Every fault was applied as asked for"
                    : "No fault is known to differ from its request, but some could not be proven";
        }
        return missing + " of " + faults.size() + " faults were NOT applied as asked for, do not trust their rows";
    }

    private static String losses(List<ScenarioResult> results) {
        List<Cell> losing =
                cells(results).stream().filter(cell -> cell.lost() > 0).toList();
        long lost = losing.stream().mapToLong(Cell::lost).sum();
        return lost == 0 ? "no message was lost" : lost + " messages were lost, by " + oracles(losing);
    }

    /** Returns the oracle of a scenario with the least mean ETT, and those that cannot be distinguished from it. */
    static Optional<String> fastest(ScenarioResult result) {
        return fastestCell(result)
                .map(cell -> String.format(
                        Locale.ROOT,
                        "Least mean ETT without a loss: %s, %.3f s, %.2f times the bound, %.3f unnecessary transmissions per"
                                + " message%s.",
                        cell.oracle(),
                        cell.ett(),
                        cell.number(CellColumns.KAPPA),
                        cell.urc(),
                        others(result, cell)));
    }

    private static String others(ScenarioResult result, Cell best) {
        List<Cell> tied = best.points().size() < 2 ? List.of() : tied(result, best);
        return tied.isEmpty() ? "" : "; the intervals do not tell it from " + oracles(tied);
    }

    private static String oracles(List<Cell> cells) {
        return cells.stream().map(Cell::oracle).distinct().collect(Collectors.joining(", "));
    }

    private static Optional<Cell> fastestCell(ScenarioResult result) {
        return result.cells().stream()
                .filter(cell -> cell.lost() == 0 && Double.isFinite(cell.ett()))
                .min(Comparator.comparingDouble(Cell::ett));
    }

    private static Optional<String> closedForm(List<ScenarioResult> results) {
        List<Cell> cells = cells(results).stream()
                .filter(cell -> Double.isFinite(deviation(cell)))
                .toList();
        return cells.stream()
                .max(Comparator.comparingDouble(ComparisonSummary::deviation))
                .map(worst -> String.format(
                        Locale.ROOT,
                        "Of %d cells with a closed form, the ETT of the one farthest from it (%s, %s) is %.1f %% off.",
                        cells.size(),
                        worst.row().text(CellColumns.SCENARIO),
                        worst.oracle(),
                        100 * deviation(worst)));
    }

    private static double deviation(Cell cell) {
        double form = cell.number(CellColumns.FORM_ETT);
        return Math.abs(cell.ett() - form) / form;
    }

    private static Optional<String> punctuality(List<ScenarioResult> results) {
        return cells(results).stream()
                .map(cell -> cell.number("on_time"))
                .filter(Double::isFinite)
                .min(Comparator.naturalOrder())
                .map(least -> String.format(
                        Locale.ROOT,
                        "In the worst cell %.1f %% of the transmissions that the oracle called for were dispatched within"
                                + " 100 ms of their time.",
                        Math.floor(1000 * least) / 10));
    }

    private static List<Cell> cells(List<ScenarioResult> results) {
        return results.stream().flatMap(result -> result.cells().stream()).toList();
    }
}
