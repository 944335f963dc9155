package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Runs a scenario in virtual time. The results depend on the scenario, the settings and the seed only.
 *
 * <p>Immutable, thread-safe.
 */
public final class Simulation {
    private final Scenario scenario;
    private final SimulationSettings settings;
    private final long key;
    private final ConnectionUse model;
    private final OracleCatalog oracles = OracleCatalog.load();

    private Simulation(Scenario scenario, SimulationSettings settings, long key, ConnectionUse model) {
        this.scenario = scenario;
        this.settings = settings;
        this.key = key;
        this.model = model;
    }

    /**
     * {@return a simulation of a scenario over a path of production}
     *
     * @param scenario as it is run, after scaling
     * @param settings all that the scenario does not contain
     * @param seed of everything that is random; with the same seed other scenarios have other random numbers, except the
     *     combinations of one sweep, which differ by their parameters alone
     */
    public static Simulation of(Scenario scenario, SimulationSettings settings, long seed) {
        long key = KeyedRandom.of(seed, scenario.family().hashCode());
        return new Simulation(scenario, settings, key, ConnectionUse.of(scenario.connections()));
    }

    /** {@return the same simulation with other connections than those of the scenario} */
    public Simulation overPath(ConnectionUse other) {
        return new Simulation(scenario, settings, key, other);
    }

    /** {@return the scenario, as it is run} */
    public Scenario scenario() {
        return scenario;
    }

    /**
     * {@return the statistics of one run of one oracle}
     *
     * @param oracle an oracle, of this scenario or another
     * @param run its number, from 1; runs of one number have the same random numbers
     */
    public CellStatistics run(OracleSpec oracle, int run) {
        CellStatistics statistics = new CellStatistics(scenario);
        long[] lastNanos = {0};
        SimulatedRun simulated = simulate(oracle, run, message -> {
            int first = message.first();
            lastNanos[0] = Math.max(lastNanos[0], first == 0 ? 0 : message.arrivedNanos(first));
            if (first == 0) {
                statistics.lost(message.attempts());
            } else {
                statistics.delivered(
                        message.number,
                        message.arrivedNanos(first) - message.dueNanos,
                        message.attempts(),
                        message.unnecessary(first));
            }
        });
        statistics.count("connects", simulated.network.connects());
        statistics.count("syns", simulated.network.syns());
        statistics.count(
                "drain-millis", Math.max(0, lastNanos[0] - scenario.sending().toNanos()) / 1_000_000);
        return statistics;
    }

    /**
     * Reports every attempt of one run, in the order in which the messages were finished.
     *
     * @param oracle an oracle, of this scenario or another
     * @param run its number, from 1
     * @param rows receives each row
     */
    public void journal(OracleSpec oracle, int run, Consumer<JournalRow> rows) {
        simulate(oracle, run, message -> {
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

    private SimulatedRun simulate(OracleSpec oracle, int run, Consumer<SimulatedMessage> outcome) {
        OracleFactory factory = oracles.factory(oracle.settings());
        SimulatedRun simulated = new SimulatedRun(
                scenario, settings, oracle, factory, model.of(oracle), KeyedRandom.of(key, run), outcome);
        simulated.execute();
        return simulated;
    }
}
