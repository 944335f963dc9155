package io.github.restartoracle.benchmarks.lab.comparison;

import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.results.Evaluation;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Source;
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
import java.util.function.ToIntFunction;

/**
 * A comparison of oracles in virtual time. Every run of every oracle in every scenario is a separate part, so that all
 * processors have work to the end. The results do not depend on the number of processors.
 */
public final class SimulatedComparison {
    private final long seed;
    private final PartRunner workers;

    /**
     * Creates a comparison.
     *
     * @param seed of everything that is random
     * @param workers run the parts
     */
    public SimulatedComparison(long seed, PartRunner workers) {
        this.seed = seed;
        this.workers = workers;
    }

    /**
     * A scenario and the settings that it does not contain.
     *
     * @param scenario as it is run, after scaling
     * @param settings of the simulation
     */
    public record Simulated(Scenario scenario, SimulationSettings settings) {}

    /**
     * Runs scenarios.
     *
     * @param what names the scenarios in the progress
     * @param all any number
     * @param runs of each cell
     * @return one result per scenario
     * @throws InterruptedException if this thread is interrupted
     */
    public List<ScenarioResult> run(String what, List<Simulated> all, ToIntFunction<Scenario> runs)
            throws InterruptedException {
        List<Total> totals = all.stream().map(each -> new Total(each)).toList();
        run(what, totals, total -> 1, total -> runs.applyAsInt(total.simulation.scenario()));
        return totals.stream().map(Total::result).toList();
    }

    /**
     * Runs scenarios until the results are precise enough. All oracles of a scenario get as many runs.
     *
     * @param what names the scenarios in the progress
     * @param all any number
     * @param precision decides when there are enough runs
     * @return one result per scenario
     * @throws InterruptedException if this thread is interrupted
     */
    public List<ScenarioResult> run(String what, List<Simulated> all, Precision precision) throws InterruptedException {
        List<Total> totals = all.stream().map(each -> new Total(each)).toList();
        List<Total> open = totals;
        int from = 1;
        int to = precision.fewest();
        while (!open.isEmpty()) {
            int first = from;
            int last = to;
            run(what, open, total -> first, total -> last);
            from = last + 1;
            to = Math.min(precision.most(), last + Math.max(1, last / 2));
            open = last == precision.most()
                    ? List.of()
                    : open.stream()
                            .filter(total ->
                                    !total.statistics.stream().allMatch(each -> precision.reached(each.points())))
                            .toList();
        }
        return totals.stream().map(Total::result).toList();
    }

    private Simulation simulation(Simulated one) {
        return Simulation.of(one.scenario(), one.settings(), seed);
    }

    /** A run of an oracle, and the total in which it is counted. */
    private record Part(Total total, int oracle, int number) {}

    private void run(String what, List<Total> totals, ToIntFunction<Total> from, ToIntFunction<Total> to)
            throws InterruptedException {
        List<Part> parts = new ArrayList<>();
        for (Total total : totals) {
            for (int oracle = 0; oracle < total.statistics.size(); oracle++) {
                for (int number = from.applyAsInt(total); number <= to.applyAsInt(total); number++) {
                    parts.add(new Part(total, oracle, number));
                }
            }
        }
        List<Callable<CellStatistics>> runs = new ArrayList<>();
        for (Part part : parts) {
            Simulation simulation = part.total().simulation;
            OracleSpec oracle = simulation.scenario().oracles().get(part.oracle());
            runs.add(() -> simulation.run(oracle, part.number()));
        }
        Iterator<Part> order = parts.iterator();
        workers.run(what, runs, statistics -> {
            Part part = order.next();
            part.total().statistics.get(part.oracle()).add("run-" + part.number(), statistics);
        });
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

        ScenarioResult result() {
            return new Evaluation(
                            what.scenario(),
                            Source.SIMULATION,
                            what.settings().tcp().syn(),
                            MailBounds.of(what.scenario(), what.settings()))
                    .ofStatistics(statistics);
        }
    }

    /**
     * Writes every attempt of results.
     *
     * @param file replaced if it is there
     * @param simulated the scenario
     * @param result of that scenario
     * @throws IOException if it cannot be written
     */
    public void writeJournal(Path file, Simulated simulated, ScenarioResult result) throws IOException {
        Simulation simulation = simulation(simulated);
        try (CsvWriter<JournalRow> writer = Journal.FILE.writer(file)) {
            for (int i = 0; i < simulated.scenario().oracles().size(); i++) {
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
