package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.harness.csv.Csv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The files of a comparison of oracles: {@code results.csv}, {@code runs.csv} with a line per run, and comparisons between the
 * oracles in {@code differences.csv} and {@code fronts.csv}.
 */
public final class ComparisonFiles {
    private static final Csv<Run> RUNS = Csv.of(Run.class);
    private static final Csv<Difference> DIFFERENCES = Csv.of(Difference.class);
    private static final Csv<Front> FRONTS = Csv.of(Front.class);

    private ComparisonFiles() {}

    private record Run(
            String transport, String scenario, String oracle, String run, OptionalDouble ettS, OptionalDouble urc) {}

    private record Difference(
            String transport,
            String scenario,
            String oracle,
            String reference,
            int runs,
            OptionalDouble ettDifferenceS,
            OptionalDouble ettCi95S,
            OptionalDouble urcDifference,
            OptionalDouble urcCi95) {}

    private record Front(String transport, String scenario, OptionalDouble hypervolume, String front) {}

    /** Writes all files of scenarios, no two of one name and transport. */
    public static void write(Path directory, List<ScenarioResult> results) throws IOException {
        Files.createDirectories(directory);
        Row.write(
                directory.resolve("results.csv"),
                results.stream().flatMap(result -> result.rows().stream()).toList());
        List<Run> runs = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        List<Front> fronts = new ArrayList<>();
        for (ScenarioResult result : results) {
            String transport = result.scenario().transport().toString();
            String scenario = result.scenario().name();
            List<Cell> cells = result.cells();
            for (int i = 0; i < cells.size(); i++) {
                String oracle = cells.get(i).oracle();
                for (RunPoint point : cells.get(i).points()) {
                    runs.add(new Run(
                            transport, scenario, oracle, point.run(), known(point.ettSeconds()), known(point.urc())));
                }
                for (Cell reference : cells.subList(0, i)) {
                    PairedDifference pair = PairedDifference.of(cells.get(i), reference);
                    differences.add(new Difference(
                            transport,
                            scenario,
                            oracle,
                            reference.oracle(),
                            pair.ettSeconds().count(),
                            known(pair.ettSeconds().mean()),
                            pair.ettSeconds().halfWidth(),
                            known(pair.urc().mean()),
                            pair.urc().halfWidth()));
                }
            }
            ParetoFront front = ParetoFront.of(cells);
            String members = front.members().stream().map(Cell::oracle).collect(Collectors.joining(" "));
            fronts.add(new Front(transport, scenario, known(front.hypervolume()), members));
        }
        RUNS.write(directory.resolve("runs.csv"), runs);
        DIFFERENCES.write(directory.resolve("differences.csv"), differences);
        FRONTS.write(directory.resolve("fronts.csv"), fronts);
    }

    private static OptionalDouble known(double value) {
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** Returns the runs of a cell that were written to a directory; none if there is no such file. */
    public static List<RunPoint> readRuns(Path directory, Row cell) throws IOException {
        Path file = directory.resolve("runs.csv");
        if (!Files.exists(file)) {
            return List.of();
        }
        return RUNS.read(file).stream()
                .filter(run ->
                        List.of(run.transport(), run.scenario(), run.oracle()).equals(cell.cell()))
                .map(run -> new RunPoint(
                        run.run(), run.ettS().orElse(Double.NaN), run.urc().orElse(Double.NaN)))
                .toList();
    }
}
