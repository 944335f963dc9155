package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.results.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a suite has shown, in a few sentences drawn from its numbers. */
final class Verdict {
    private Verdict() {}

    static String of(List<ScenarioResult> results, Manifest manifest) {
        List<String> sentences = new ArrayList<>();
        sentences.add(faults(manifest));
        sentences.add(losses(results));
        closedForm(results).ifPresent(sentences::add);
        punctuality(results).ifPresent(sentences::add);
        return String.join(" ", sentences);
    }

    private static String faults(Manifest manifest) {
        if (manifest.faults().isEmpty()) {
            return "No evidence of faults was recorded.";
        }
        long missing =
                manifest.faults().stream().filter(fault -> !fault.applied()).count();
        return missing == 0
                ? "Every fault was applied as asked for."
                : missing + " of " + manifest.faults().size()
                        + " faults were NOT applied as asked for; do not trust their rows.";
    }

    private static String losses(List<ScenarioResult> results) {
        long lost = cells(results).stream().mapToLong(cell -> cell.row().lost()).sum();
        List<String> oracles = cells(results).stream()
                .filter(cell -> cell.row().lost() > 0)
                .map(cell -> cell.row().oracle())
                .distinct()
                .toList();
        return lost == 0
                ? "No message was lost."
                : lost + " messages were lost, by " + String.join(", ", oracles) + ".";
    }

    /** The oracle of a scenario with the least mean ETT. */
    static Optional<String> fastest(ScenarioResult result) {
        return result.cells().stream()
                .filter(cell ->
                        cell.row().lost() == 0 && Double.isFinite(cell.row().ettMeanSeconds()))
                .min(Comparator.comparingDouble(cell -> cell.row().ettMeanSeconds()))
                .map(cell -> String.format(
                        Locale.ROOT,
                        "Least mean ETT without a loss: %s, %.3f s, %.2f times the bound,"
                                + " %.3f unnecessary transmissions per message.",
                        cell.row().oracle(),
                        cell.row().ettMeanSeconds(),
                        cell.row().kappa(),
                        cell.row().urcMean()));
    }

    private static Optional<String> closedForm(List<ScenarioResult> results) {
        List<Cell> cells = cells(results).stream()
                .filter(cell -> cell.closedForm().isPresent()
                        && Double.isFinite(cell.row().ettMeanSeconds()))
                .toList();
        return cells.stream()
                .max(Comparator.comparingDouble(Verdict::deviation))
                .map(worst -> String.format(
                        Locale.ROOT,
                        "Of %d cells with a closed form, the ETT of the one farthest from it (%s, %s) is %.1f %% off.",
                        cells.size(),
                        worst.row().scenario(),
                        worst.row().oracle(),
                        100 * deviation(worst)));
    }

    private static double deviation(Cell cell) {
        double form = cell.closedForm().orElseThrow().ettSeconds();
        return Math.abs(cell.row().ettMeanSeconds() - form) / form;
    }

    private static Optional<String> punctuality(List<ScenarioResult> results) {
        long calledFor = 0;
        long onTime = 0;
        for (Cell cell : cells(results)) {
            if (cell.fidelity().isPresent()) {
                calledFor += cell.fidelity().get().calledFor();
                onTime += cell.fidelity().get().onTime();
            }
        }
        return calledFor == 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%d of %d transmissions that the oracles called for left within 100 ms of when they were due.",
                        onTime,
                        calledFor));
    }

    private static List<Cell> cells(List<ScenarioResult> results) {
        return results.stream().flatMap(result -> result.cells().stream()).toList();
    }
}
