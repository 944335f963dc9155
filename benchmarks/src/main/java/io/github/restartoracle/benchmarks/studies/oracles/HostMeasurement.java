package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.report.Manifest;
import io.github.restartoracle.benchmarks.lab.report.Reports;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.simulator.HostTimes;
import io.github.restartoracle.harness.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The results that a testbed has left in a directory, and the times that its hosts took. These times are fitted to cells
 * without faults and without restarts. Such cells calibrate the simulation, so they cannot test it any more.
 *
 * @param directory of a comparison of oracles
 * @param manifest of the measurement
 * @param rows a line per cell
 */
record HostMeasurement(Path directory, Manifest manifest, List<Row> rows) {
    /** Reads the results of a comparison of oracles; empty if there are none of a testbed. */
    static Optional<HostMeasurement> of(Path directory) throws IOException {
        Path results = directory.resolve("results.csv");
        Path manifest = directory.resolve("manifest.json");
        if (!Files.exists(results) || !Files.exists(manifest)) {
            return Optional.empty();
        }
        List<Row> rows = Row.read(results, CellColumns.SOURCE, CellColumns.ETT).stream()
                .filter(row -> row.text(CellColumns.SOURCE).equals(Mode.TESTBED.toString()))
                .toList();
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new HostMeasurement(directory, Manifest.read(manifest), rows));
    }

    /** Returns the scenarios that were measured, scaled as they were run. */
    List<Scenario> measured(List<Scenario> scenarios) {
        Scale scale = Scale.of(manifest.scale());
        return scenarios.stream()
                .map(scale::apply)
                .filter(scenario -> rows.stream().anyMatch(row -> isOf(row, scenario)))
                .toList();
    }

    private static boolean isOf(Row row, Scenario scenario) {
        return row.text(CellColumns.TRANSPORT).equals(scenario.transport().toString())
                && row.text(CellColumns.SCENARIO).equals(scenario.name())
                && row.number(CellColumns.MESSAGES) == scenario.messages();
    }

    /**
     * Measures the hosts in a scenario without faults.
     *
     * @param scenario as it was run
     * @param networkSeconds the time that the network takes; the rest of each message's time is attributed to the hosts
     * @return the times of all messages that were sent once, and the cells that they are from; empty if there is no journal
     */
    Optional<Hosts> hosts(Scenario scenario, double networkSeconds) throws IOException {
        Path journal = directory.resolve(Reports.journalFile(scenario));
        if (!Files.exists(journal)) {
            return Optional.empty();
        }
        List<Row> used = rows.stream()
                .filter(row -> isOf(row, scenario) && row.number("attempts_mean") == 1)
                .toList();
        Set<String> oracles = scenario.oracles().stream()
                .map(OracleSpec::label)
                .filter(label -> used.stream()
                        .anyMatch(row -> row.text(CellColumns.ORACLE).equals(label)))
                .collect(Collectors.toSet());
        long network = Math.round(1e9 * networkSeconds);
        long[] nanos = Journal.read(journal).rows().stream()
                .filter(row ->
                        oracles.contains(row.oracle()) && row.arrivedNanos().isPresent())
                .mapToLong(row -> row.arrivedNanos().getAsLong() - row.dueNanos() - network)
                .toArray();
        return nanos.length == 0 ? Optional.empty() : Optional.of(new Hosts(HostTimes.of(nanos), used));
    }

    /**
     * The times that hosts took.
     *
     * @param times per attempt
     * @param calibration the cells that they are fitted to
     */
    record Hosts(HostTimes times, List<Row> calibration) {}
}
