package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ComparisonFiles;
import io.github.restartoracle.benchmarks.lab.results.Evaluation;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.OracleRuns;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.RunPoint;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Writes the report of a directory again from {@code results.csv}, {@code runs.csv}, {@code manifest.json}, the scenarios, and
 * the journals if there are any. Without journals the report has no curves.
 */
public final class Reports {
    private Reports() {}

    /**
     * Writes the report on a comparison of oracles and returns the page.
     *
     * @throws IOException if a file is not there, or cannot be read or written
     * @throws IllegalArgumentException if a file cannot be understood; the message names file and line
     */
    public static Path write(Path directory) throws IOException {
        Path results = existing(directory.resolve("results.csv"));
        Manifest manifest = Manifest.read(existing(directory.resolve("manifest.json")));
        Map<String, List<Row>> byScenario = new LinkedHashMap<>();
        for (Row row : Row.read(results, CellColumns.SCENARIO, CellColumns.ORACLE, CellColumns.ETT)) {
            String name = row.text(CellColumns.TRANSPORT) + "-" + row.text(CellColumns.SCENARIO);
            byScenario.computeIfAbsent(name, key -> new ArrayList<>()).add(row);
        }
        List<ScenarioResult> all = new ArrayList<>();
        for (Map.Entry<String, List<Row>> rows : byScenario.entrySet()) {
            Path file = existing(directory.resolve("scenario-" + rows.getKey() + ".yaml"));
            Scenario scenario = new ScenarioFiles().read(file).get(0);
            List<Cell> cells = new ArrayList<>();
            for (Row row : rows.getValue()) {
                cells.add(cell(directory, scenario, row));
            }
            all.add(new ScenarioResult(scenario, cells));
        }
        return new ReportDirectory(directory).write(Report.of(all, manifest.faults()), manifest);
    }

    /** Returns the file name of a scenario in a directory of results. */
    public static String scenarioFile(Scenario scenario) {
        return "scenario-" + scenario.transport() + "-" + scenario.name() + ".yaml";
    }

    /** Returns the file name of the journal of a scenario in a directory of results. */
    public static String journalFile(Scenario scenario) {
        return "journal-" + scenario.transport() + "-" + scenario.name() + ".csv";
    }

    private static Path existing(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new FileNotFoundException(file + " is not there: expected the results of a comparison of oracles");
        }
        return file;
    }

    /** Returns the cell of a line of results, with the data that the runs and the journal add. */
    private static Cell cell(Path directory, Scenario scenario, Row row) throws IOException {
        List<RunPoint> runs = ComparisonFiles.readRuns(directory, row);
        Path journal = directory.resolve(journalFile(scenario));
        if (!Files.exists(journal)) {
            return runs.isEmpty() ? Cell.of(row) : new Cell(row, runs, List.of(), List.of(), List.of());
        }
        String label = row.text(CellColumns.ORACLE);
        List<JournalRow> attempts = Journal.read(journal).rows().stream()
                .filter(attempt -> attempt.oracle().equals(label))
                .toList();
        OracleSpec oracle = Stream.concat(scenario.oracles().stream(), Stream.of(OracleSpec.CXF))
                .filter(spec -> spec.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        label + " is in results.csv and not in the scenario " + scenario.name()));
        OracleRuns left = new OracleRuns(
                oracle, attempts.stream().map(JournalRow::run).distinct().toList(), attempts, List.of(), 0, Double.NaN);
        Cell told = new Evaluation(scenario, Mode.TESTBED, SynSchedule.LINUX_DOUBLING, OptionalDouble.empty())
                .ofJournals(List.of(left))
                .cells()
                .get(0);
        return new Cell(row, told.points(), told.ettByMessage(), told.urcByMessage(), told.ettSeconds());
    }
}
