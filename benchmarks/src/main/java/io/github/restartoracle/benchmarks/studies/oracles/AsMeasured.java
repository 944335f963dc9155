package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Agreement;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ComparisonFiles;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.HostTimes;
import io.github.restartoracle.benchmarks.lab.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.studies.oracles.Experiments.Item;
import io.github.restartoracle.benchmarks.studies.oracles.HostMeasurement.Hosts;
import io.github.restartoracle.benchmarks.studies.oracles.SimulatedComparison.Simulated;
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

    private final SuiteContext context;
    private final SimulatedComparison comparison;
    private final List<Scenario> scenarios;
    private final List<Row> measured = new ArrayList<>();
    private final List<Row> calibration = new ArrayList<>();
    private final List<Simulated> simulated = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();

    AsMeasured(SuiteContext context, SimulatedComparison comparison, List<Scenario> scenarios) {
        this.context = context;
        this.comparison = comparison;
        this.scenarios = scenarios.stream().map(Timers.TODAY::applyTo).toList();
    }

    /** Simulates the scenarios that were measured in some directories, and compares the two; empty if none was measured. */
    Optional<AgreementSection> section(List<String> directories) throws IOException, InterruptedException {
        for (String directory : directories) {
            Optional<HostMeasurement> found =
                    HostMeasurement.of(context.output().resolveSibling(directory));
            if (found.isPresent()) {
                prepare(directory, found.get());
            }
        }
        if (simulated.isEmpty()) {
            return Optional.empty();
        }
        List<ScenarioResult> results = comparison.run("as measured", simulated, scenario -> RUNS);
        ComparisonFiles.write(context.output().resolve("as-measured"), results);
        Experiments experiments = Experiments.run(
                comparison,
                simulated,
                results,
                context.options().experiments() ? PaperExperiments.ofTheTestbed() : List.of(),
                scenario -> RUNS,
                changed -> agreements(changed, measured));
        List<Agreement> cells = cells(results, measured);
        return cells.isEmpty()
                ? Optional.empty()
                : Optional.of(new AgreementSection(cells, calibration, experiments, String.join(" ", conditions)));
    }

    private void prepare(String directory, HostMeasurement left) throws IOException, InterruptedException {
        List<Scenario> own = left.measured(scenarios);
        Optional<Hosts> hosts = hosts(left, own);
        hosts.ifPresent(times -> calibration.addAll(times.calibration()));
        Optional<HostTimes> times = hosts.map(Hosts::times);
        for (Scenario scenario : own) {
            SimulationSettings today = Timers.TODAY.settings(scenario);
            simulated.add(new Simulated(
                    scenario, times.isEmpty() ? today : today.withHosts(times).withAnswering(times)));
        }
        measured.addAll(left.rows());
        String drawn = times.map(each -> String.format(
                        Locale.ROOT,
                        ", each attempt with a time of the hosts drawn from those measured without faults and restarts,"
                                + " %.0f ms in the mean",
                        1000 * each.meanSeconds()))
                .orElse("");
        conditions.add("%s was measured at scale %s, started %s; simulated over %d runs%s."
                .formatted(directory, left.manifest().scale(), left.manifest().started(), RUNS, drawn));
    }

    private Optional<Hosts> hosts(HostMeasurement left, List<Scenario> own) throws IOException, InterruptedException {
        for (Scenario scenario : own) {
            if (isHealthyHttp(scenario)) {
                Simulated alone = new Simulated(scenario, Timers.TODAY.settings(scenario));
                ScenarioResult network =
                        comparison.run("network", List.of(alone), each -> 1).get(0);
                return left.hosts(scenario, network.cells().get(0).number(CellColumns.ETT_P50));
            }
        }
        return Optional.empty();
    }

    private static boolean isHealthyHttp(Scenario scenario) {
        return scenario.transport() == Transport.HTTP
                && scenario.faults().faults().isEmpty()
                && scenario.service().equals(Service.PROMPT);
    }

    static List<Agreement> cells(List<ScenarioResult> results, List<Row> measured) {
        return results.stream()
                .flatMap(result -> Agreement.of(result.cells(), measured).stream())
                .toList();
    }

    static Map<Item, Boolean> agreements(List<ScenarioResult> results, List<Row> measured) {
        Map<Item, Boolean> agreements = new LinkedHashMap<>();
        cells(results, measured)
                .forEach(cell -> agreements.put(new Item(cell.left().row().cell(), ""), cell.holdsForARun()));
        return agreements;
    }
}
