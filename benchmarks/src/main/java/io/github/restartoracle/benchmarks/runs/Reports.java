package io.github.restartoracle.benchmarks.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.experiments.PaperScenarios;
import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.experiments.ScenarioFiles;
import io.github.restartoracle.benchmarks.experiments.Transport;
import io.github.restartoracle.benchmarks.report.FaultEvidence;
import io.github.restartoracle.benchmarks.report.Manifest;
import io.github.restartoracle.benchmarks.report.ReportDirectory;
import io.github.restartoracle.benchmarks.report.ScenarioResult;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.Cell.RunPoint;
import io.github.restartoracle.benchmarks.results.Estimate;
import io.github.restartoracle.benchmarks.results.Evaluation;
import io.github.restartoracle.benchmarks.results.OracleRuns;
import io.github.restartoracle.benchmarks.results.PaperTables;
import io.github.restartoracle.benchmarks.results.ResultRow;
import io.github.restartoracle.benchmarks.results.ResultsCsv;
import io.github.restartoracle.benchmarks.theory.SynSchedule;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Writes the report of a directory again from {@code results.csv} and {@code manifest.json}, and from journals where they are
 * there. Without these it has the means of all runs together, one point per oracle and no curves.
 */
public final class Reports {
    private Reports() {}

    /**
     * Writes the report.
     *
     * @param directory the results of a suite
     * @return the page
     * @throws IOException if a file is not there, or cannot be read or written
     * @throws IllegalArgumentException if a file cannot be understood; the message names file and line
     */
    public static Path write(Path directory) throws IOException {
        Path results = existing(directory.resolve("results.csv"));
        Manifest manifest = manifest(existing(directory.resolve("manifest.json")));
        Map<String, List<ResultRow>> byScenario = new LinkedHashMap<>();
        for (ResultRow row : ResultsCsv.read(results)) {
            byScenario
                    .computeIfAbsent(row.transport() + " " + row.scenario(), name -> new ArrayList<>())
                    .add(row);
        }
        List<ScenarioResult> all = new ArrayList<>();
        for (List<ResultRow> rows : byScenario.values()) {
            Scenario scenario = scenario(directory, rows.get(0));
            all.add(new ScenarioResult(scenario, cells(directory, scenario, rows, syn(manifest, scenario))));
        }
        return new ReportDirectory(directory).write(all, manifest);
    }

    static String scenarioFile(Scenario scenario) {
        return "scenario-" + scenario.transport() + "-" + scenario.name() + ".yaml";
    }

    static String journalFile(Scenario scenario) {
        return "journal-" + scenario.transport() + "-" + scenario.name() + ".csv";
    }

    private static Path existing(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new FileNotFoundException(file + " is not there: expected the results of a suite");
        }
        return file;
    }

    /** As it was run, if it was kept; otherwise the paper's with as many messages. */
    private static Scenario scenario(Path directory, ResultRow row) throws IOException {
        Path kept = directory.resolve("scenario-" + row.transport() + "-" + row.scenario() + ".yaml");
        if (Files.exists(kept)) {
            return new ScenarioFiles().read(kept);
        }
        Scenario paper = PaperScenarios.find(row.transport(), row.scenario())
                .orElseThrow(
                        () -> new FileNotFoundException(kept + " is not there, and the paper has no such scenario"));
        // Fewer messages than the paper's are those of the quick scale.
        return row.messages() == paper.messages()
                ? paper
                : Scale.QUICK
                        .apply(paper)
                        .with(row.messages(), Scale.QUICK.apply(paper).faults());
    }

    private static SynSchedule syn(Manifest manifest, Scenario scenario) {
        String name = manifest.environment().getOrDefault("SYN timer", "");
        return Stream.of(SynSchedule.PAPER, SynSchedule.RFC_6298, SynSchedule.LINUX_DOUBLING, SynSchedule.LINUX_LINEAR)
                .filter(schedule -> schedule.name().equals(name))
                .findFirst()
                .orElseGet(() -> scenario.synTimeout().schedule());
    }

    private static List<Cell> cells(Path directory, Scenario scenario, List<ResultRow> rows, SynSchedule syn)
            throws IOException {
        Optional<Path> journal = Stream.of(journalFile(scenario), "journal-" + scenario.title() + ".csv")
                .map(directory::resolve)
                .filter(Files::exists)
                .findFirst();
        List<JournalRow> attempts =
                journal.isPresent() ? Journal.read(journal.get()).rows() : List.of();
        List<Cell> cells = new ArrayList<>();
        for (ResultRow row : rows) {
            List<JournalRow> own = attempts.stream()
                    .filter(attempt -> attempt.oracle().equals(row.oracle()))
                    .toList();
            cells.add(own.isEmpty() ? cell(row) : cell(row, scenario, own, syn));
        }
        return cells;
    }

    /** With the row as it was, and what the journal tells besides. */
    private static Cell cell(ResultRow row, Scenario scenario, List<JournalRow> attempts, SynSchedule syn) {
        OracleSpec oracle = Stream.concat(scenario.oracles().stream(), Stream.of(OracleSpec.CXF))
                .filter(spec -> spec.label().equals(row.oracle()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        row.oracle() + " is in results.csv and not in the scenario " + scenario.name()));
        OracleRuns runs = new OracleRuns(
                oracle,
                attempts.stream().map(JournalRow::run).distinct().toList(),
                attempts,
                List.of(),
                row.duplicatesDelivered());
        Cell told = new Evaluation(scenario, row.source(), PaperTables.ofDefaults(), syn)
                .cells(List.of(runs))
                .get(0);
        return new Cell(
                row,
                told.ettOverMessages(),
                told.urcOverMessages(),
                told.points(),
                told.ettByMessage(),
                told.paper(),
                told.rescaledPaper(),
                told.closedForm(),
                told.fidelity(),
                told.urcByMessage(),
                told.ettSeconds());
    }

    private static Cell cell(ResultRow row) {
        Estimate ett = new Estimate(row.ettMeanSeconds(), OptionalDouble.empty(), row.messages() * row.runs());
        Estimate urc = new Estimate(row.urcMean(), OptionalDouble.empty(), row.messages() * row.runs());
        Transport transport = row.transport();
        return new Cell(
                row,
                ett,
                urc,
                List.of(new RunPoint("all runs", row.ettMeanSeconds(), row.urcMean())),
                List.of(),
                PaperTables.ofDefaults().find(transport, row.scenario(), row.oracle()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static Manifest manifest(Path file) throws IOException {
        JsonNode json = JsonMapper.builder().build().readTree(file.toFile());
        Map<String, String> environment = new LinkedHashMap<>();
        json.path("environment")
                .properties()
                .forEach(e -> environment.put(e.getKey(), e.getValue().asText()));
        List<FaultEvidence> faults = new ArrayList<>();
        for (JsonNode fault : json.path("faults")) {
            faults.add(new FaultEvidence(
                    fault.path("scenario").asText(),
                    fault.path("requested").asText(),
                    fault.path("observed").asText(),
                    Outcome.valueOf(fault.path("outcome").asText())));
        }
        return new Manifest(
                json.path("suite").asText(),
                Instant.parse(json.path("started").asText()),
                Scale.of(json.path("scale").asText()),
                json.path("seed").asLong(),
                json.path("command").asText(),
                environment,
                faults);
    }
}
