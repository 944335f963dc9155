package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.results.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a suite has shown, in a few sentences drawn from its numbers. */
final class Verdict {
    private Verdict() {}

    /** The outcome in one sentence. */
    static String of(List<ScenarioResult> results, Manifest manifest) {
        String soundness = faults(manifest) + "; " + losses(results) + ".";
        return winners(results).map(winners -> winners + " " + soundness).orElse(soundness);
    }

    static List<String> findings(List<ScenarioResult> results) {
        List<String> sentences = new ArrayList<>();
        closedForm(results).ifPresent(sentences::add);
        punctuality(results).ifPresent(sentences::add);
        return sentences;
    }

    /** Which oracles were fastest, and in how many scenarios. */
    private static Optional<String> winners(List<ScenarioResult> results) {
        Map<String, Long> wins = results.stream()
                .flatMap(result -> fastestCell(result).stream())
                .collect(Collectors.groupingBy(cell -> cell.row().oracle(), LinkedHashMap::new, Collectors.counting()));
        if (wins.isEmpty()) {
            return Optional.empty();
        }
        String all = wins.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(win -> win.getKey() + " in " + win.getValue())
                .collect(Collectors.joining(", "));
        return Optional.of("Fastest in the mean, of " + results.size()
                + (results.size() == 1 ? " scenario: " : " scenarios: ") + all + ".");
    }

    private static String faults(Manifest manifest) {
        if (manifest.faults().isEmpty()) {
            return "No evidence of faults was recorded";
        }
        long missing = manifest.faults().stream().filter(FaultEvidence::missing).count();
        if (missing == 0) {
            return manifest.faults().stream().allMatch(FaultEvidence::applied)
                    ? "Every fault was applied as asked for"
                    : "No fault is known to have been missing, but some could not be proven";
        }
        return missing + " of " + manifest.faults().size()
                + " faults were NOT applied as asked for, do not trust their rows";
    }

    private static String losses(List<ScenarioResult> results) {
        long lost = cells(results).stream().mapToLong(cell -> cell.row().lost()).sum();
        List<String> oracles = cells(results).stream()
                .filter(cell -> cell.row().lost() > 0)
                .map(cell -> cell.row().oracle())
                .distinct()
                .toList();
        return lost == 0 ? "no message was lost" : lost + " messages were lost, by " + String.join(", ", oracles);
    }

    /** The oracle of a scenario with the least mean ETT. */
    static Optional<String> fastest(ScenarioResult result) {
        return fastestCell(result)
                .map(cell -> String.format(
                        Locale.ROOT,
                        "Least mean ETT without a loss: %s, %.3f s, %.2f times the bound,"
                                + " %.3f unnecessary transmissions per message.",
                        cell.row().oracle(),
                        cell.row().ettMeanSeconds(),
                        cell.row().kappa(),
                        cell.row().urcMean()));
    }

    private static Optional<Cell> fastestCell(ScenarioResult result) {
        return result.cells().stream()
                .filter(cell ->
                        cell.row().lost() == 0 && Double.isFinite(cell.row().ettMeanSeconds()))
                .min(Comparator.comparingDouble(cell -> cell.row().ettMeanSeconds()));
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
