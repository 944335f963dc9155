package io.github.restartoracle.benchmarks.simulator;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.results.Summary;
import io.github.restartoracle.benchmarks.simulator.net.Luck;
import io.github.restartoracle.benchmarks.simulator.net.VirtualTime;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Runs a scenario in virtual time. What comes out depends on the scenario, the settings and the seed only.
 *
 * <p>Immutable, thread-safe.
 */
public final class Simulation {
    private final Scenario scenario;
    private final SimulationSettings settings;
    private final long key;
    private final boolean shortcuts;

    private Simulation(Scenario scenario, SimulationSettings settings, long key, boolean shortcuts) {
        this.scenario = scenario;
        this.settings = settings;
        this.key = key;
        this.shortcuts = shortcuts;
    }

    /**
     * A simulation of a scenario.
     *
     * @param scenario as it is run, after scaling
     * @param settings what the scenario does not say
     * @param seed of everything that is random; other scenarios have other luck with the same seed
     * @return the simulation
     */
    public static Simulation of(Scenario scenario, SimulationSettings settings, long seed) {
        return new Simulation(scenario, settings, Luck.of(seed, scenario.name().hashCode()), true);
    }

    /** The same with every connection packet by packet. */
    Simulation withoutShortcuts() {
        return new Simulation(scenario, settings, key, false);
    }

    /**
     * Runs all oracles of the scenario.
     *
     * @param runs of each oracle, 1 or more; runs of one number have the same luck
     * @param threads how many runs at once, 1 or more; changes nothing but the time it takes
     * @param done told after each run; called by one thread at a time
     * @return one summary per oracle, in the order of the scenario
     * @throws InterruptedException if this thread is interrupted
     */
    public List<Summary> run(int runs, int threads, Runnable done) throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            List<OracleTotal> totals = totals();
            simulate(workers, totals, 1, runs, done);
            return totals.stream().map(OracleTotal::summary).toList();
        } finally {
            workers.shutdownNow();
        }
    }

    /**
     * Runs all oracles of the scenario until the results are precise enough. All oracles get as many runs.
     *
     * @param precision when there are enough runs
     * @param threads how many runs at once, 1 or more; changes nothing but the time it takes
     * @param done told after each run; called by one thread at a time
     * @return one summary per oracle, in the order of the scenario
     * @throws InterruptedException if this thread is interrupted
     */
    public List<Summary> run(Precision precision, int threads, Runnable done) throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            List<OracleTotal> totals = totals();
            simulate(workers, totals, 1, precision.fewest(), done);
            int runs = precision.fewest();
            while (runs < precision.most() && !totals.stream().allMatch(total -> precision.reached(total.points()))) {
                int more = Math.min(precision.most(), runs + Math.max(1, runs / 2));
                simulate(workers, totals, runs + 1, more, done);
                runs = more;
            }
            return totals.stream().map(OracleTotal::summary).toList();
        } finally {
            workers.shutdownNow();
        }
    }

    private List<OracleTotal> totals() {
        return scenario.oracles().stream()
                .map(oracle -> new OracleTotal(scenario, oracle))
                .toList();
    }

    private void simulate(ExecutorService workers, List<OracleTotal> totals, int from, int to, Runnable done)
            throws InterruptedException {
        Queue<Future<RunStatistics>> running = new ArrayDeque<>();
        for (OracleSpec oracle : scenario.oracles()) {
            OracleFactory factory = OracleCatalog.load().factory(oracle.settings());
            for (int run = from; run <= to; run++) {
                int number = run;
                running.add(workers.submit(() -> statistics(factory, number)));
            }
        }
        // In the order in which they were begun, whatever the order in which they end: rounding is always the same.
        for (OracleTotal total : totals) {
            for (int run = from; run <= to; run++) {
                total.add(result(running.remove()));
                done.run();
            }
        }
    }

    /**
     * Every attempt of one run, in the order in which the messages were done with.
     *
     * @param oracle an oracle, of this scenario or another
     * @param run its number, from 1
     * @param rows told each row
     */
    public void journal(OracleSpec oracle, int run, Consumer<JournalRow> rows) {
        OracleFactory factory = OracleCatalog.load().factory(oracle.settings());
        simulate(factory, run, message -> {
            for (int attempt = 1; attempt <= message.attempts(); attempt++) {
                long arrived = message.arrivedNanos(attempt);
                rows.accept(new JournalRow(
                        "run-" + run,
                        oracle.label(),
                        message.number,
                        attempt,
                        message.dueNanos,
                        message.dispatchedNanos(attempt),
                        arrived == VirtualTime.NEVER ? OptionalLong.empty() : OptionalLong.of(arrived)));
            }
        });
    }

    private RunStatistics statistics(OracleFactory factory, int run) {
        RunStatistics statistics = new RunStatistics(scenario);
        simulate(factory, run, statistics::add);
        return statistics;
    }

    private void simulate(OracleFactory factory, int run, SimulatedRun.Outcome outcome) {
        new SimulatedRun(scenario, settings, factory.oracle(), Luck.of(key, run), shortcuts, outcome).execute();
    }

    private static RunStatistics result(Future<RunStatistics> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a simulated run failed: " + e.getCause(), e.getCause());
        }
    }
}
