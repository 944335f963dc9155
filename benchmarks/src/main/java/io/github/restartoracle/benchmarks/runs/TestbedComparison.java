package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.report.Manifest;
import io.github.restartoracle.benchmarks.report.SimulationReport.Measured;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.Evaluation;
import io.github.restartoracle.benchmarks.results.MeasuredCell;
import io.github.restartoracle.benchmarks.results.PaperTables;
import io.github.restartoracle.benchmarks.results.ResultRow;
import io.github.restartoracle.benchmarks.results.ResultsCsv;
import io.github.restartoracle.benchmarks.results.Source;
import io.github.restartoracle.benchmarks.results.Summary;
import io.github.restartoracle.benchmarks.simulator.HostTimes;
import io.github.restartoracle.benchmarks.simulator.Simulation;
import io.github.restartoracle.benchmarks.simulator.SimulationSettings;
import io.github.restartoracle.harness.journal.Journal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Simulates what the testbed has measured, at its scale, with its SYN timer, and with the times that its hosts take, from its
 * runs without faults.
 */
final class TestbedComparison {
    private static final int RUNS = 100;
    private static final Set<String> RESTARTLESS = Set.of("none", "fixed", "exponential-backoff");
    private static final String NO_FAULTS = "no-faults";
    private static final String DATA = "as-measured";

    private final SuiteOptions options;
    private final int threads;

    TestbedComparison(SuiteOptions options, int threads) {
        this.options = options;
        this.threads = threads;
    }

    /** Nothing if there is nothing that the testbed has measured. */
    Measured run(Path directory, PrintStream out) throws IOException, InterruptedException {
        List<MeasuredCell> cells = new ArrayList<>();
        List<ResultRow> simulated = new ArrayList<>();
        StringBuilder conditions = new StringBuilder();
        for (String suite : List.of("fast-and-fair", "fast-and-fair-mail")) {
            Path measured = directory.resolveSibling(suite);
            if (Files.exists(measured.resolve("results.csv")) && Files.exists(measured.resolve("manifest.json"))) {
                List<ResultRow> rows = ResultsCsv.read(measured.resolve("results.csv")).stream()
                        .filter(row -> row.source() == Source.TESTBED)
                        .toList();
                Manifest manifest = Reports.manifest(measured.resolve("manifest.json"));
                Optional<HostTimes> hosts = hosts(measured, rows, manifest);
                List<Cell> own = simulate(rows, manifest, hosts);
                own.forEach(cell -> simulated.add(cell.row()));
                cells.addAll(MeasuredCell.of(own, rows));
                conditions.append(String.format(
                        Locale.ROOT,
                        "%s was measured at scale %s, started %s; simulated over %d runs%s. ",
                        suite,
                        manifest.scale(),
                        manifest.started(),
                        RUNS,
                        hosts.map(times -> String.format(
                                        Locale.ROOT,
                                        ", each attempt with a time of the hosts drawn from those measured without"
                                                + " faults and restarts, %.0f ms in the mean",
                                        1000 * times.meanSeconds()))
                                .orElse("")));
            }
        }
        if (cells.isEmpty()) {
            return Measured.none();
        }
        ResultsCsv.write(Files.createDirectories(directory.resolve(DATA)).resolve("results.csv"), simulated);
        out.println("Simulated as the testbed has measured, and measured:");
        cells.forEach(cell -> out.println(cell.agreement()));
        return new Measured(cells, conditions.toString().strip());
    }

    /** What the hosts add to the time that the network takes; nothing if that cannot be told. */
    private Optional<HostTimes> hosts(Path measured, List<ResultRow> rows, Manifest manifest)
            throws IOException, InterruptedException {
        Path journal = measured.resolve("journal-" + NO_FAULTS + ".csv");
        if (!Files.exists(journal)) {
            return Optional.empty();
        }
        for (Scenario scenario : options.scenarios()) {
            Scenario scaled = scaled(scenario, manifest);
            if (scaled.name().equals(NO_FAULTS) && !measured(rows, scaled).isEmpty()) {
                long network = Math.round(
                        1e9 * simulate(scaled, Optional.empty()).get(0).row().ettP50Seconds());
                return Optional.of(HostTimes.of(Journal.read(journal).rows().stream()
                        .filter(row -> RESTARTLESS.contains(row.oracle())
                                && row.arrivedNanos().isPresent())
                        .mapToLong(row -> row.arrivedNanos().getAsLong() - row.dueNanos() - network)
                        .toArray()));
            }
        }
        return Optional.empty();
    }

    private List<Cell> simulate(List<ResultRow> rows, Manifest manifest, Optional<HostTimes> hosts)
            throws InterruptedException {
        List<Cell> simulated = new ArrayList<>();
        for (Scenario scenario : options.scenarios()) {
            Scenario scaled = scaled(scenario, manifest);
            if (!measured(rows, scaled).isEmpty()) {
                simulated.addAll(simulate(scaled, hosts));
            }
        }
        return simulated;
    }

    private static Scenario scaled(Scenario scenario, Manifest manifest) {
        return manifest.scale().apply(Timers.TODAY.applyTo(scenario));
    }

    private static List<ResultRow> measured(List<ResultRow> rows, Scenario scenario) {
        return rows.stream()
                .filter(row -> row.transport() == scenario.transport()
                        && row.scenario().equals(scenario.name())
                        && row.messages() == scenario.messages())
                .toList();
    }

    private List<Cell> simulate(Scenario scenario, Optional<HostTimes> hosts) throws InterruptedException {
        SimulationSettings today = Timers.TODAY.settings(scenario);
        SimulationSettings settings = hosts.map(today::withHosts).orElse(today);
        List<Summary> summaries =
                Simulation.of(scenario, settings, options.seed()).run(RUNS, threads, () -> {});
        return new Evaluation(
                        scenario,
                        Source.SIMULATION,
                        PaperTables.ofDefaults(),
                        settings.tcp().syn())
                .cellsOf(summaries);
    }
}
