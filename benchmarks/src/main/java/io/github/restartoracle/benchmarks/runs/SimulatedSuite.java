package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.experiments.Transport;
import io.github.restartoracle.benchmarks.report.ConsoleTable;
import io.github.restartoracle.benchmarks.report.FaultEvidence;
import io.github.restartoracle.benchmarks.report.Manifest;
import io.github.restartoracle.benchmarks.report.Progress;
import io.github.restartoracle.benchmarks.report.ReportDirectory;
import io.github.restartoracle.benchmarks.report.ScenarioResult;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.Evaluation;
import io.github.restartoracle.benchmarks.results.PaperTables;
import io.github.restartoracle.benchmarks.results.Source;
import io.github.restartoracle.benchmarks.results.Summary;
import io.github.restartoracle.benchmarks.simulator.Precision;
import io.github.restartoracle.benchmarks.simulator.Simulation;
import io.github.restartoracle.benchmarks.simulator.SimulationSettings;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.StrictYaml;
import io.github.restartoracle.harness.journal.CsvWriter;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The comparison of "The Fast and the Fair" in virtual time. Properties beside those of the other runs: {@code timers}
 * ({@code 2005}, {@code today}, {@code as-in-file}, several with commas), {@code threads}, {@code journal} ({@code true}),
 * {@code precision} (such as {@code 2%}: as many runs as it takes), {@code processing} (such as {@code 50ms}: from dispatch
 * to arrival beside the network).
 */
public final class SimulatedSuite {
    private static final String SUITE = "fast-and-fair";
    private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

    private final Properties properties;
    private final PrintStream out;
    private final SuiteOptions options;
    private final int threads;

    private SimulatedSuite(Properties properties, PrintStream out, SuiteOptions options) {
        this.properties = properties;
        this.out = out;
        this.options = options;
        this.threads = (int)
                SuiteOptions.number(properties, "threads", Runtime.getRuntime().availableProcessors(), 1, 1000);
    }

    /**
     * Runs the suite, prints its tables and writes its reports.
     *
     * @param properties what to run
     * @param out where the tables go
     * @return the directories of the reports, one for each kind of timers
     * @throws IllegalArgumentException for a value that cannot be used; the message names it
     * @throws IOException if a scenario cannot be read or a file cannot be written
     * @throws InterruptedException if this thread is interrupted
     */
    public static List<Path> run(Properties properties, PrintStream out) throws IOException, InterruptedException {
        boolean own = SuiteOptions.value(properties, "scenarios") != null;
        SuiteOptions options = SuiteOptions.from(properties, SUITE, Scale.PAPER, Transport.HTTP, Transport.MAIL);
        String timers = SuiteOptions.value(properties, "timers");
        List<Path> directories = new ArrayList<>();
        for (Timers each : Timers.parse(timers != null ? timers : own ? "as-in-file" : "2005,today")) {
            directories.add(new SimulatedSuite(properties, out, options).run(each, options.scenarios()));
        }
        return directories;
    }

    private Path run(Timers timers, List<Scenario> scenarios) throws IOException, InterruptedException {
        Path directory = options.output().resolveSibling(SUITE + "-simulated-" + timers);
        Files.createDirectories(directory);
        Instant started = Instant.now();
        long startNanos = System.nanoTime();
        Duration planned = scenarios.stream().map(this::planned).reduce(Duration.ZERO, Duration::plus);
        Progress progress = new Progress(out, NanoClock.system(), planned, REPORT_EVERY);
        Duration[] done = {Duration.ZERO};
        List<ScenarioResult> results = new ArrayList<>();
        long messages = 0;
        for (Scenario scenario : scenarios) {
            Scenario scaled = options.scale().apply(timers.applyTo(scenario));
            SimulationSettings settings = settings(timers, scaled);
            Simulation simulation = Simulation.of(scaled, settings, options.seed());
            List<Summary> summaries = simulate(simulation, scaled, () -> {
                done[0] = done[0].plus(scaled.sending());
                progress.update(scaled.transport() + " " + scaled.name(), done[0]);
            });
            List<Cell> cells = new Evaluation(
                            scaled,
                            Source.SIMULATION,
                            PaperTables.ofDefaults(),
                            settings.tcp().syn())
                    .cellsOf(summaries);
            results.add(new ScenarioResult(scaled, cells));
            messages += summaries.stream()
                    .mapToLong(s -> (long) s.points().size() * scaled.messages())
                    .sum();
            Files.writeString(directory.resolve(Reports.scenarioFile(scaled)), scaled.notation());
            if (Boolean.parseBoolean(SuiteOptions.value(properties, "journal"))) {
                writeJournal(directory, simulation, scaled, summaries);
            }
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        print(timers, results, messages, seconds);
        Manifest manifest = new Manifest(
                directory.getFileName().toString(),
                started,
                options.scale(),
                options.seed(),
                "./mvnw -q -Psimulation verify -Dtimers=" + timers + " -Dscale=" + options.scale() + " -Dseed="
                        + options.seed(),
                environment(timers, results),
                evidence(results));
        ComparisonFiles.write(directory, results);
        out.println("Report: "
                + new ReportDirectory(directory)
                        .write(results, manifest)
                        .toAbsolutePath()
                        .toUri());
        return directory;
    }

    private Duration planned(Scenario scenario) {
        Scenario scaled = options.scale().apply(scenario);
        return scaled.sending()
                .multipliedBy((long) runs(scaled) * scaled.oracles().size());
    }

    private int runs(Scenario scenario) {
        return options.runs() > 0 ? options.runs() : options.scale().runs(scenario.transport());
    }

    private SimulationSettings settings(Timers timers, Scenario scenario) {
        SimulationSettings settings = timers.settings(scenario);
        String processing = SuiteOptions.value(properties, "processing");
        if (processing == null) {
            return settings;
        }
        Duration half = StrictYaml.ofDefaults()
                .read("processing", processing, Duration.class)
                .dividedBy(2);
        return settings.withProcessing(half, half);
    }

    private List<Summary> simulate(Simulation simulation, Scenario scenario, Runnable done)
            throws InterruptedException {
        String precision = SuiteOptions.value(properties, "precision");
        if (precision == null) {
            return simulation.run(runs(scenario), threads, done);
        }
        return simulation.run(Precision.of(share(precision)), threads, done);
    }

    private static double share(String text) {
        try {
            double percent = Double.parseDouble(text.replace("%", "").strip());
            if (text.strip().endsWith("%") && percent > 0) {
                return percent / 100;
            }
        } catch (NumberFormatException notANumber) {
            // reported below
        }
        throw new IllegalArgumentException("precision = \"" + text + "\": expected a share such as 2%");
    }

    private static void writeJournal(Path directory, Simulation simulation, Scenario scenario, List<Summary> summaries)
            throws IOException {
        Path file = directory.resolve(Reports.journalFile(scenario));
        try (CsvWriter<JournalRow> writer = Journal.writer(file)) {
            for (Summary summary : summaries) {
                OracleSpec oracle = summary.oracle();
                for (int run = 1; run <= summary.points().size(); run++) {
                    simulation.journal(oracle, run, row -> write(writer, row));
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void write(CsvWriter<JournalRow> writer, JournalRow row) {
        try {
            writer.write(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(Timers timers, List<ScenarioResult> results, long messages, double seconds) {
        List<String> transports = results.stream()
                .map(result -> result.scenario().transport().toString())
                .distinct()
                .toList();
        for (String transport : transports) {
            out.println();
            out.println("Simulated, timers: " + timers + ", transport: " + transport);
            out.println(ConsoleTable.of(results.stream()
                    .filter(result -> result.scenario().transport().toString().equals(transport))
                    .flatMap(result -> result.cells().stream())
                    .toList()));
        }
        out.println(ComparisonFiles.summary(results));
        out.printf(Locale.ROOT, "%,d messages in %.1f s with %d threads%n", messages, seconds, threads);
    }

    private Map<String, String> environment(Timers timers, List<ScenarioResult> results) {
        Map<String, String> environment = new LinkedHashMap<>(Manifest.currentEnvironment());
        environment.put("timers", timers.toString());
        environment.put(
                "SYN timer",
                timers.settings(results.get(0).scenario()).tcp().syn().name());
        Optional.ofNullable(SuiteOptions.value(properties, "processing"))
                .ifPresent(processing -> environment.put("processing", processing));
        return environment;
    }

    /** What is modelled cannot fail to be applied. */
    private static List<FaultEvidence> evidence(List<ScenarioResult> results) {
        List<FaultEvidence> evidence = new ArrayList<>();
        for (ScenarioResult result : results) {
            for (Fault fault : result.scenario().faults().faults()) {
                evidence.add(new FaultEvidence(
                        result.scenario().transport() + " " + result.scenario().name(),
                        fault.notation(),
                        "part of the model",
                        Outcome.APPLIED));
            }
        }
        return evidence;
    }
}
