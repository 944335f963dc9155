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
import io.github.restartoracle.benchmarks.report.SimulationReport;
import io.github.restartoracle.benchmarks.report.SimulationReport.Measured;
import io.github.restartoracle.benchmarks.report.SimulationReport.Part;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.Evaluation;
import io.github.restartoracle.benchmarks.results.PaperTables;
import io.github.restartoracle.benchmarks.results.ResultRow;
import io.github.restartoracle.benchmarks.results.ResultsCsv;
import io.github.restartoracle.benchmarks.results.Source;
import io.github.restartoracle.benchmarks.results.Summary;
import io.github.restartoracle.benchmarks.simulator.Simulation;
import io.github.restartoracle.benchmarks.simulator.SimulationSettings;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.journal.CsvWriter;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The comparison of "The Fast and the Fair" in virtual time: {@code fast-and-fair-simulated/report.html}, and beside it a
 * directory of data for each kind of timers. Properties beside those of the other runs: {@code timers} ({@code 2005},
 * {@code today}, {@code linux}, {@code rfc6298}, {@code as-in-file}, several with commas), {@code threads}, {@code journal}
 * ({@code true}), {@code precision} (such as {@code 2%}: as many runs as it takes), {@code processing} (such as
 * {@code 50ms}: from dispatch to arrival beside the network), {@code decoupled} (such as {@code 1s}: how long
 * acknowledgements are collected), {@code bursts} (such as {@code 9s,1s,50%}: mean good and bad times, and the loss in bad
 * ones). Results of the testbed in {@code fast-and-fair} are simulated as they were measured, and compared.
 */
public final class SimulatedSuite {
    private static final String SUITE = "fast-and-fair";
    private static final String DIRECTORY = SUITE + "-simulated";
    private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

    private final PrintStream out;
    private final SuiteOptions options;
    private final SimulationOptions simulating;
    private final Path directory;
    private final Progress progress;
    private Duration done = Duration.ZERO;
    private long messages;

    private SimulatedSuite(Properties properties, PrintStream out) throws IOException {
        this.out = out;
        this.options = SuiteOptions.from(properties, SUITE, Scale.PAPER, Transport.HTTP, Transport.MAIL);
        this.simulating = SimulationOptions.from(properties);
        this.directory = options.output().resolveSibling(DIRECTORY);
        Duration planned = options.scenarios().stream().map(this::planned).reduce(Duration.ZERO, Duration::plus);
        this.progress = new Progress(
                out,
                NanoClock.system(),
                planned.multipliedBy(simulating.timers().size()),
                REPORT_EVERY);
    }

    /**
     * Runs the suite, prints its tables and writes its report.
     *
     * @param properties what to run
     * @param out where the tables go
     * @return the directory of the report
     * @throws IllegalArgumentException for a value that cannot be used; the message names it
     * @throws IOException if a scenario cannot be read or a file cannot be written
     * @throws InterruptedException if this thread is interrupted
     */
    public static Path run(Properties properties, PrintStream out) throws IOException, InterruptedException {
        return new SimulatedSuite(properties, out).run();
    }

    private Path run() throws IOException, InterruptedException {
        Instant started = Instant.now();
        long startNanos = System.nanoTime();
        Map<Timers, List<ScenarioResult>> all = new LinkedHashMap<>();
        for (Timers timers : simulating.timers()) {
            all.put(timers, simulate(timers));
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        for (Map.Entry<Timers, List<ScenarioResult>> one : all.entrySet()) {
            Path data = directory.resolve(one.getKey().toString());
            ResultsCsv.write(data.resolve("results.csv"), rows(one.getValue()));
            ComparisonFiles.write(data, one.getValue());
            manifest(started, List.of(one.getKey()), one.getValue()).write(data.resolve("manifest.json"));
            print(one.getKey(), one.getValue());
        }
        out.printf(
                Locale.ROOT,
                "%,d messages in %.1f s with %d threads, %.1f s after the process was started%n",
                messages,
                seconds,
                simulating.threads(),
                (System.currentTimeMillis()
                                - ManagementFactory.getRuntimeMXBean().getStartTime())
                        / 1e3);
        Measured measured = new TestbedComparison(options, simulating.threads()).run(directory, out);
        List<ScenarioResult> results =
                all.values().stream().flatMap(List::stream).toList();
        Manifest manifest = manifest(started, List.copyOf(all.keySet()), results);
        List<Part> parts = all.entrySet().stream()
                .map(one -> new Part(one.getKey().title(), one.getKey() == Timers.OF_2005, one.getValue()))
                .toList();
        out.println("Report: "
                + new ReportDirectory(directory)
                        .write(SimulationReport.of(parts, measured, manifest), manifest)
                        .toAbsolutePath()
                        .toUri());
        return directory;
    }

    private List<ScenarioResult> simulate(Timers timers) throws IOException, InterruptedException {
        Path data = Files.createDirectories(directory.resolve(timers.toString()));
        List<ScenarioResult> results = new ArrayList<>();
        for (Scenario scenario : options.scenarios()) {
            Scenario scaled = options.scale().apply(timers.applyTo(scenario));
            SimulationSettings settings = simulating.applyTo(timers.settings(scaled));
            Simulation simulation = Simulation.of(scaled, settings, options.seed());
            List<Summary> summaries = simulate(simulation, scaled);
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
            Files.writeString(data.resolve(Reports.scenarioFile(scaled)), scaled.notation());
            if (simulating.journal()) {
                writeJournal(data, simulation, scaled, summaries);
            }
        }
        return results;
    }

    private List<Summary> simulate(Simulation simulation, Scenario scenario) throws InterruptedException {
        Runnable ended = () -> {
            done = done.plus(scenario.sending());
            progress.update(scenario.transport() + " " + scenario.name(), done);
        };
        return simulating.precision().isPresent()
                ? simulation.run(simulating.precision().get(), simulating.threads(), ended)
                : simulation.run(runs(scenario), simulating.threads(), ended);
    }

    private Duration planned(Scenario scenario) {
        Scenario scaled = options.scale().apply(scenario);
        return scaled.sending()
                .multipliedBy((long) runs(scaled) * scaled.oracles().size());
    }

    private int runs(Scenario scenario) {
        return options.runs() > 0 ? options.runs() : options.scale().runs(scenario.transport());
    }

    private static void writeJournal(Path data, Simulation simulation, Scenario scenario, List<Summary> summaries)
            throws IOException {
        Path file = data.resolve(Reports.journalFile(scenario));
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

    private void print(Timers timers, List<ScenarioResult> results) {
        results.stream()
                .collect(Collectors.groupingBy(r -> r.scenario().transport(), LinkedHashMap::new, Collectors.toList()))
                .forEach((transport, own) -> {
                    out.println();
                    out.println("Simulated, " + timers.title() + ", transport: " + transport);
                    out.println(ConsoleTable.of(own.stream()
                            .flatMap(result -> result.cells().stream())
                            .toList()));
                });
        out.println(ComparisonFiles.summary(results));
    }

    private static List<ResultRow> rows(List<ScenarioResult> results) {
        return results.stream()
                .flatMap(result -> result.cells().stream())
                .map(Cell::row)
                .toList();
    }

    private Manifest manifest(Instant started, List<Timers> timers, List<ScenarioResult> results) {
        Map<String, String> environment = new LinkedHashMap<>(Manifest.currentEnvironment());
        String names = timers.stream().map(Timers::toString).collect(Collectors.joining(","));
        environment.put("timers", names);
        environment.put(
                "SYN timer",
                timers.stream()
                        .flatMap(each -> options.scenarios().stream()
                                .map(each::applyTo)
                                .map(applied ->
                                        each.settings(applied).tcp().syn().name()))
                        .distinct()
                        .collect(Collectors.joining("; ")));
        environment.putAll(simulating.entries());
        return new Manifest(
                DIRECTORY,
                started,
                options.scale(),
                options.seed(),
                "./mvnw -q -Psimulation verify -Dtimers=" + names + " -Dscale=" + options.scale() + " -Dseed="
                        + options.seed() + simulating.arguments(),
                environment,
                evidence(results));
    }

    private static List<FaultEvidence> evidence(List<ScenarioResult> results) {
        List<FaultEvidence> evidence = new ArrayList<>();
        for (ScenarioResult result : results) {
            for (Fault fault : result.scenario().faults().faults()) {
                evidence.add(FaultEvidence.modelled(
                        result.scenario().transport() + " " + result.scenario().name(), fault.notation()));
            }
        }
        return evidence.stream().distinct().toList();
    }
}
