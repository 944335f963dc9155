package io.github.restartoracle.benchmarks.studies.shootout;

import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.simulator.ConnectionUse;
import io.github.restartoracle.benchmarks.lab.simulator.Simulation;
import io.github.restartoracle.benchmarks.lab.suite.PartRunner;
import io.github.restartoracle.benchmarks.lab.theory.ClairvoyantBound;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.FaultSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Runs every oracle under every condition, over both kinds of connections. */
final class ShootOut {
    private static final int LOSS_FREE_MESSAGES = 20;

    private final List<Circumstance> circumstances;
    private final int runs;
    private final long seed;
    private final PartRunner workers;

    ShootOut(List<Circumstance> circumstances, int runs, long seed, PartRunner workers) {
        this.circumstances = List.copyOf(circumstances);
        this.runs = runs;
        this.seed = seed;
        this.workers = workers;
    }

    /** A run of an oracle: its own statistics, and the last arrival after an outage. */
    private record Shot(CellStatistics statistics, double lastSeconds) {}

    private record Place(Circumstance circumstance, boolean kept, OracleSpec oracle) {}

    List<ShotCell> run() throws InterruptedException {
        List<Place> places = new ArrayList<>();
        for (Circumstance circumstance : circumstances) {
            for (boolean kept : new boolean[] {false, true}) {
                for (OracleSpec oracle : circumstance.scenario().oracles()) {
                    places.add(new Place(circumstance, kept, oracle));
                }
            }
        }
        List<Callable<Shot>> parts = new ArrayList<>();
        for (Place place : places) {
            for (int run = 1; run <= runs; run++) {
                int number = run;
                parts.add(() -> shot(place, number));
            }
        }
        List<Shot> shots = workers.run("shoot-out", parts);
        List<ShotCell> cells = new ArrayList<>();
        Map<String, Double> bounds = new HashMap<>();
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            String group = place.circumstance().name() + place.kept();
            double bound = bounds.computeIfAbsent(group, key -> boundSeconds(place.circumstance(), place.kept()));
            cells.add(cell(place, shots.subList(i * runs, (i + 1) * runs), bound));
        }
        return cells.stream().map(cell -> againstNone(cell, cells)).toList();
    }

    private ShotCell cell(Place place, List<Shot> shots, double bound) {
        CellStatistics all = new CellStatistics(place.circumstance().scenario());
        double last = Double.NaN;
        for (int run = 1; run <= runs; run++) {
            Shot shot = shots.get(run - 1);
            all.add("run-" + run, shot.statistics());
            last = Double.isNaN(last) ? shot.lastSeconds() : Math.max(last, shot.lastSeconds());
        }
        return new ShotCell(place.circumstance(), place.kept(), place.oracle().label(), all, bound, last);
    }

    private static ShotCell againstNone(ShotCell cell, List<ShotCell> cells) {
        if (!cell.circumstance().boundedByNone()) {
            return cell;
        }
        double none = cell.ettOf(Circumstance.NONE, cells);
        return new ShotCell(
                cell.circumstance(), cell.kept(), cell.oracle(), cell.statistics(), none, cell.lastSeconds());
    }

    private Simulation simulation(Circumstance circumstance, Scenario scenario, boolean kept) {
        return Simulation.of(scenario, circumstance.settings(), seed).overPath(ConnectionUse.closing(kept));
    }

    private Shot shot(Place place, int run) {
        Circumstance circumstance = place.circumstance();
        Scenario scenario = circumstance.scenario(run);
        Simulation simulation = simulation(circumstance, scenario, place.kept());
        double last = circumstance.echo() ? Double.NaN : lastSeconds(simulation, place.oracle(), run);
        return new Shot(simulation.run(place.oracle(), run), last);
    }

    /** Returns the time from the end of the only outage to the last arrival; infinite if a message never arrives. */
    private static double lastSeconds(Simulation simulation, OracleSpec oracle, int run) {
        long endNanos = simulation
                .scenario()
                .faults()
                .all(Disruption.class)
                .mapToLong(outage ->
                        outage.at().plus(outage.lasting().orElse(Duration.ZERO)).toNanos())
                .max()
                .orElse(0);
        Map<Long, Long> first = new HashMap<>();
        simulation.journal(oracle, run, row -> {
            if (row.arrivedNanos().isPresent()) {
                first.merge(row.message(), row.arrivedNanos().getAsLong(), Math::min);
            }
        });
        if (first.size() < simulation.scenario().messages()) {
            return Double.POSITIVE_INFINITY;
        }
        return (first.values().stream().mapToLong(Long::longValue).max().orElse(endNanos) - endNanos) / 1e9;
    }

    /** Returns the bound over the phases of all runs. The loss-free time is measured without faults. */
    private double boundSeconds(Circumstance circumstance, boolean kept) {
        Scenario quiet = circumstance
                .scenario()
                .withMessages(LOSS_FREE_MESSAGES)
                .withService(Service.PROMPT)
                .withFaults(FaultSchedule.none());
        OracleSpec none = quiet.oracles().stream()
                .filter(oracle -> oracle.label().equals(Circumstance.NONE))
                .findFirst()
                .orElseThrow();
        double lossFree =
                simulation(circumstance, quiet, kept).run(none, 1).summary().ettP50Seconds();
        double sum = 0;
        for (int run = 1; run <= runs; run++) {
            Scenario scenario = circumstance.scenario(run);
            sum += ClairvoyantBound.ettSeconds(
                    scenario.outages(), scenario.workload(), Duration.ofNanos(Math.round(lossFree * 1e9)));
        }
        return sum / runs;
    }
}
