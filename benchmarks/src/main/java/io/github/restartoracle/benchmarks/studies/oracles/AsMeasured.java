package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.comparison.ComparisonFiles;
import io.github.restartoracle.benchmarks.lab.comparison.Experiments;
import io.github.restartoracle.benchmarks.lab.comparison.Experiments.Item;
import io.github.restartoracle.benchmarks.lab.comparison.HostMeasurement;
import io.github.restartoracle.benchmarks.lab.comparison.HostMeasurement.Hosts;
import io.github.restartoracle.benchmarks.lab.comparison.SimulatedComparison;
import io.github.restartoracle.benchmarks.lab.comparison.SimulatedComparison.Simulated;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.MeasuredCell;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Simulates the scenarios that the testbed has measured, at its scale, with its SYN timer, and with the times that its hosts
 * take, from its runs without faults.
 */
final class AsMeasured {
    private static final int RUNS = 400;
    private static final String DATA = "as-measured";

    private final SuiteContext context;
    private final SimulatedComparison comparison;
    private final List<String> directories;
    private final List<Scenario> scenarios;

    AsMeasured(
            SuiteContext context, SimulatedComparison comparison, List<String> directories, List<Scenario> scenarios) {
        this.context = context;
        this.comparison = comparison;
        this.directories = directories;
        this.scenarios = scenarios;
    }

    /** Simulates and compares; empty if the testbed has measured no scenario. */
    Optional<AgreementSection> section() throws IOException, InterruptedException {
        List<Row> measured = new ArrayList<>();
        List<Row> calibration = new ArrayList<>();
        List<Simulated> simulated = new ArrayList<>();
        StringBuilder conditions = new StringBuilder();
        for (String directory : directories) {
            Optional<HostMeasurement> found =
                    HostMeasurement.of(context.output().resolveSibling(directory));
            if (found.isEmpty()) {
                continue;
            }
            HostMeasurement left = found.get();
            List<Scenario> own =
                    left.measured(scenarios.stream().map(Timers.TODAY::applyTo).toList());
            Optional<Hosts> hosts = hosts(left, own);
            hosts.ifPresent(times -> calibration.addAll(times.calibration()));
            for (Scenario scenario : own) {
                SimulationSettings today = Timers.TODAY.settings(scenario);
                simulated.add(new Simulated(
                        scenario,
                        hosts.map(times -> today.withHosts(Optional.of(times.times()))
                                        .withAnswering(Optional.of(times.times())))
                                .orElse(today)));
            }
            measured.addAll(left.rows());
            conditions.append(String.format(
                    Locale.ROOT,
                    "%s was measured at scale %s, started %s; simulated over %d runs%s. ",
                    directory,
                    left.manifest().scale(),
                    left.manifest().started(),
                    RUNS,
                    hosts.map(times -> String.format(
                                    Locale.ROOT,
                                    ", each attempt with a time of the hosts drawn from those measured without faults and"
                                            + " restarts, %.0f ms in the mean",
                                    1000 * times.times().meanSeconds()))
                            .orElse("")));
        }
        if (simulated.isEmpty()) {
            return Optional.empty();
        }
        List<ScenarioResult> results = comparison.run("as measured", simulated, scenario -> RUNS);
        ComparisonFiles.write(context.output().resolve(DATA), results);
        Experiments experiments = context.options().experiments()
                ? Experiments.run(
                        comparison,
                        simulated,
                        results,
                        PaperExperiments.ofTheTestbed(),
                        scenario -> RUNS,
                        changed -> agreements(changed, measured))
                : Experiments.none();
        List<MeasuredCell> cells = cells(results, measured);
        return cells.isEmpty()
                ? Optional.empty()
                : Optional.of(new AgreementSection(
                        cells, calibration, experiments, conditions.toString().strip()));
    }

    private Optional<Hosts> hosts(HostMeasurement left, List<Scenario> own) throws IOException, InterruptedException {
        for (Scenario scenario : own) {
            if (isHealthyHttp(scenario)) {
                double network = comparison
                        .run("network", List.of(new Simulated(scenario, Timers.TODAY.settings(scenario))), s -> 1)
                        .get(0)
                        .cells()
                        .get(0)
                        .row()
                        .number(CellColumns.ETT_P50);
                return left.hosts(scenario, network);
            }
        }
        return Optional.empty();
    }

    private static boolean isHealthyHttp(Scenario scenario) {
        return scenario.transport() == Transport.HTTP
                && scenario.faults().faults().isEmpty()
                && scenario.service().equals(Service.PROMPT);
    }

    static List<MeasuredCell> cells(List<ScenarioResult> results, List<Row> measured) {
        return results.stream()
                .flatMap(result -> MeasuredCell.of(result.cells(), measured).stream())
                .toList();
    }

    static Map<Item, Boolean> agreements(List<ScenarioResult> results, List<Row> measured) {
        Map<Item, Boolean> agreements = new LinkedHashMap<>();
        cells(results, measured)
                .forEach(cell -> agreements.put(Item.of(cell.agreement().left(), ""), cell.agrees()));
        return agreements;
    }
}
