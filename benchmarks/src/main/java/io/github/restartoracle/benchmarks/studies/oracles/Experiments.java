package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.studies.oracles.SimulatedComparison.Simulated;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * The results of experiments on deviations, for example from a measurement or a paper. A change counts as the cause of a
 * deviation if the deviation disappears with it, and if more deviations disappear than agreements: a change that spoils as much
 * as it mends fits by chance. A deviation without a cause is not explained.
 */
final class Experiments {
    private static final List<Column<Outcome>> COLUMNS = List.of(
            Column.text("experiment", outcome -> outcome.experiment.name()),
            Column.text("change", outcome -> outcome.experiment.change()),
            Column.number(
                    "deviations that go",
                    0,
                    "what deviates without the change and agrees with it",
                    outcome -> outcome.mended.size()),
            Column.number(
                    "agreements that go",
                    0,
                    "what agrees without the change and deviates with it",
                    outcome -> outcome.spoilt.size()),
            Column.text("explains", outcome -> outcome.explains() ? Integer.toString(outcome.mended.size()) : "none"));

    private final Map<Item, Boolean> before;
    private final List<Outcome> outcomes;

    private Experiments(Map<Item, Boolean> before, List<Outcome> outcomes) {
        this.before = before;
        this.outcomes = outcomes;
    }

    /**
     * One change of a simulation, to find out if it is the cause of deviations. It removes or adds one thing, for all cells
     * alike.
     *
     * @param name short, for tables
     * @param change the change in one sentence
     * @param applied makes the changed simulation of a scenario
     */
    record Experiment(String name, String change, UnaryOperator<Simulated> applied) {}

    /**
     * A number or a cell that agrees with a reference or deviates from it.
     *
     * @param cell identifies the cell
     * @param quantity the column of the number; empty for the cell as a whole
     */
    record Item(List<String> cell, String quantity) {}

    /** The items that an experiment has changed. */
    private record Outcome(Experiment experiment, Set<Item> mended, Set<Item> spoilt) {
        boolean explains() {
            return mended.size() > spoilt.size();
        }
    }

    /**
     * Repeats a comparison with each change.
     *
     * @param comparison runs the simulations
     * @param simulated the scenarios that were simulated
     * @param results the results without changes
     * @param experiments the changes; without any, every deviation is not explained
     * @param runs of each cell
     * @param agrees decides about a result: true or false for each item that can be compared
     * @return the outcomes
     */
    static Experiments run(
            SimulatedComparison comparison,
            List<Simulated> simulated,
            List<ScenarioResult> results,
            List<Experiment> experiments,
            ToIntFunction<Scenario> runs,
            Function<List<ScenarioResult>, Map<Item, Boolean>> agrees)
            throws InterruptedException {
        Map<Item, Boolean> before = agrees.apply(results);
        List<Outcome> outcomes = new ArrayList<>();
        for (Experiment experiment : before.containsValue(false) ? experiments : List.<Experiment>of()) {
            List<Simulated> changed =
                    simulated.stream().map(experiment.applied()).toList();
            Map<Item, Boolean> after = agrees.apply(comparison.run("experiment: " + experiment.name(), changed, runs));
            Set<Item> mended = new HashSet<>();
            Set<Item> spoilt = new HashSet<>();
            before.forEach((key, agreed) -> {
                boolean agreesNow = after.getOrDefault(key, false);
                if (agreesNow != agreed) {
                    (agreesNow ? mended : spoilt).add(key);
                }
            });
            outcomes.add(new Outcome(experiment, mended, spoilt));
        }
        return new Experiments(before, outcomes);
    }

    /**
     * Returns the names of the experiments with which a deviation disappears; {@link PrintedItem#NOT_EXPLAINED} if there are none;
     * empty if the item does not deviate.
     */
    String cause(Item item) {
        if (before.getOrDefault(item, false)) {
            return "";
        }
        List<String> causes = outcomes.stream()
                .filter(outcome -> outcome.explains() && outcome.mended().contains(item))
                .map(outcome -> outcome.experiment.name())
                .toList();
        return causes.isEmpty() ? PrintedItem.NOT_EXPLAINED : String.join(", ", causes);
    }

    /** Returns the table of what each experiment has changed; without rows if there were no experiments. */
    Table table() {
        return Table.of(
                "Experiments",
                COLUMNS,
                outcomes,
                "Each changes one thing for all cells alike. It explains the deviations that go with it if they are more"
                        + " than the agreements that go.");
    }
}
