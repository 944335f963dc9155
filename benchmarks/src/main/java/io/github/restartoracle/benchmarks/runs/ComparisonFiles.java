package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.report.ScenarioResult;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.Estimate;
import io.github.restartoracle.benchmarks.results.PairedDifference;
import io.github.restartoracle.benchmarks.results.ParetoFront;
import io.github.restartoracle.benchmarks.results.ResultRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the oracles of each scenario compare: {@code differences.csv} and {@code fronts.csv}, and a summary in words. */
final class ComparisonFiles {
    private ComparisonFiles() {}

    static void write(Path directory, List<ScenarioResult> results) throws IOException {
        List<String> differences = new ArrayList<>();
        differences.add("transport,scenario,oracle,reference,runs,ett_difference_s,ett_ci95_s,urc_difference,urc_ci95");
        List<String> fronts = new ArrayList<>();
        fronts.add("transport,scenario,hypervolume,front");
        for (ScenarioResult result : results) {
            for (PairedDifference pair : pairs(result)) {
                differences.add(String.join(
                        ",",
                        pair.transport(),
                        pair.scenario(),
                        pair.oracle(),
                        pair.reference(),
                        Integer.toString(pair.ettSeconds().count()),
                        number(pair.ettSeconds().mean()),
                        halfWidth(pair.ettSeconds()),
                        number(pair.urc().mean()),
                        halfWidth(pair.urc())));
            }
            ParetoFront front = front(result);
            fronts.add(result.scenario().transport() + "," + result.scenario().name() + ","
                    + number(front.hypervolume()) + "," + members(front));
        }
        Files.write(directory.resolve("differences.csv"), differences);
        Files.write(directory.resolve("fronts.csv"), fronts);
    }

    /** Each pair of oracles once. */
    private static List<PairedDifference> pairs(ScenarioResult result) {
        List<PairedDifference> pairs = new ArrayList<>();
        List<Cell> cells = result.cells();
        for (int i = 0; i < cells.size(); i++) {
            for (int j = 0; j < i; j++) {
                pairs.add(PairedDifference.of(cells.get(i), cells.get(j)));
            }
        }
        return pairs;
    }

    private static ParetoFront front(ScenarioResult result) {
        return ParetoFront.of(result.cells().stream().map(Cell::row).toList());
    }

    private static String members(ParetoFront front) {
        return front.members().stream().map(ResultRow::oracle).collect(Collectors.joining(" "));
    }

    static String summary(List<ScenarioResult> results) {
        StringBuilder text =
                new StringBuilder("Not beaten in both ETT and URC (hypervolume against none and fixed):\n");
        List<String> rejected = new ArrayList<>();
        for (ScenarioResult result : results) {
            ParetoFront front = front(result);
            String name =
                    result.scenario().transport() + " " + result.scenario().name();
            text.append(
                    String.format(Locale.ROOT, "  %-20s %s (%s)%n", name, members(front), number(front.hypervolume())));
            for (Cell cell : result.cells()) {
                if (!cell.significance().accepted()) {
                    rejected.add(name + " " + cell.row().oracle());
                }
            }
        }
        text.append("Rejected, as the 99 % interval of the ETT over runs is wider than 10 % of the mean: ")
                .append(rejected.isEmpty() ? "none" : String.join(", ", rejected))
                .append('\n');
        return text.toString();
    }

    private static String halfWidth(Estimate estimate) {
        return number(estimate.halfWidth().orElse(Double.NaN));
    }

    private static String number(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.6g", value) : "";
    }
}
