package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.results.Evaluation;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.simulator.Precision;
import io.github.restartoracle.benchmarks.lab.simulator.Simulation;
import io.github.restartoracle.benchmarks.lab.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.lab.suite.PartRunner;
import io.github.restartoracle.harness.csv.CsvWriter;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * A comparison of oracles in virtual time. Every run of every oracle in every scenario is a separate part, so that all
 * processors have work to the end. The results do not depend on the number of processors.
 */
final class SimulatedComparison {
    private final long seed;
    private final PartRunner workers;

    /** Creates a comparison from the seed of everything that is random. */
    SimulatedComparison(long seed, PartRunner workers) {
        this.seed = seed;
        this.workers = workers;
    }

    /**
     * A scenario and the settings that it does not contain.
     *
     * @param scenario as it is run, after scaling
     * @param settings of the simulation
     */
    record Simulated(Scenario scenario, SimulationSettings settings) {}

    /** Runs every cell of some scenarios so many times and returns one result per scenario. */
    List<ScenarioResult> run(String what, List<Simulated> all, ToIntFunction<Scenario> runs)
            throws InterruptedException {
        List<Total> totals = all.stream().map(each -> new Total(each)).toList();
        add(what, totals, total -> runs.applyAsInt(total.what.scenario()));
        return totals.stream().map(Total::result).toList();
    }

    /** Runs scenarios until the results are precise enough. All oracles of a scenario get as many runs. */
    List<ScenarioResult> run(String what, List<Simulated> all, Precision precision) throws InterruptedException {
        List<Total> totals = all.stream().map(each -> new Total(each)).toList();
        List<Total> open = totals;
        int runs = precision.fewest();
        while (!open.isEmpty()) {
            int last = runs;
            add(what, open, total -> last);
            runs = Math.min(precision.most(), last + Math.max(1, last / 2));
            open = last == precision.most()
                    ? List.of()
                    : open.stream().filter(total -> !total.reached(precision)).toList();
        }
        return totals.stream().map(Total::result).toList();
    }

    /** Adds runs to all oracles of some scenarios until there are so many. */
    private void add(String what, List<Total> totals, ToIntFunction<Total> runs) throws InterruptedException {
        List<Callable<CellStatistics>> parts = new ArrayList<>();
        List<Consumer<CellStatistics>> receivers = new ArrayList<>();
        for (Total total : totals) {
            for (int i = 0; i < total.statistics.size(); i++) {
                OracleSpec oracle = total.what.scenario().oracles().get(i);
                CellStatistics sum = total.statistics.get(i);
                for (int run = sum.points().size() + 1; run <= runs.applyAsInt(total); run++) {
                    int number = run;
                    parts.add(() -> total.simulation.run(oracle, number));
                    receivers.add(own -> sum.add("run-" + number, own));
                }
            }
        }
        Iterator<Consumer<CellStatistics>> order = receivers.iterator();
        workers.run(what, parts, statistics -> order.next().accept(statistics));
    }

    private Simulation simulation(Simulated one) {
        return Simulation.of(one.scenario(), one.settings(), seed);
    }

    /** All runs of a scenario so far. */
    private final class Total {
        private final Simulated what;
        private final Simulation simulation;
        private final List<CellStatistics> statistics;

        Total(Simulated what) {
            this.what = what;
            this.simulation = simulation(what);
            this.statistics = what.scenario().oracles().stream()
                    .map(oracle -> new CellStatistics(what.scenario()))
                    .toList();
        }

        boolean reached(Precision precision) {
            return statistics.stream().allMatch(each -> precision.reached(each.points()));
        }

        ScenarioResult result() {
            return new Evaluation(
                            what.scenario(),
                            Mode.SIMULATION,
                            what.settings().tcp().syn(),
                            MailBounds.of(what.scenario(), what.settings()))
                    .ofStatistics(statistics);
        }
    }

    /** Writes every attempt of the results of a scenario. */
    void writeJournal(Path file, Simulated simulated, ScenarioResult result) throws IOException {
        Simulation simulation = simulation(simulated);
        try (CsvWriter<JournalRow> writer = Journal.FILE.writer(file)) {
            for (int i = 0; i < result.cells().size(); i++) {
                OracleSpec oracle = simulated.scenario().oracles().get(i);
                for (int run = 1; run <= result.cells().get(i).points().size(); run++) {
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
}
