package io.github.restartoracle.benchmarks.lab.comparison;

import io.github.restartoracle.benchmarks.lab.comparison.SimulatedComparison.Simulated;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The results of experiments on deviations, for example from a measurement or a paper. A change counts as the cause of a
 * deviation if the deviation disappears with it, and if more deviations disappear than agreements: a change that spoils as much
 * as it mends fits by chance. A deviation without a cause is not explained.
 */
public final class Experiments {
    /** The word for a deviation that no experiment explains. */
    public static final String NOT_EXPLAINED = "not explained";

    private static final List<Column<Outcome>> COLUMNS = List.of(
            Column.text(
                    "experiment", "experiment", outcome -> outcome.experiment().name()),
            Column.text("change", "change", outcome -> outcome.experiment().change()),
            Column.<Outcome>number(
                            "mended", "deviations that go", 0, o -> o.mended().size())
                    .withHint("what deviates without the change and agrees with it"),
            Column.<Outcome>number(
                            "spoilt", "agreements that go", 0, o -> o.spoilt().size())
                    .withHint("what agrees without the change and deviates with it"),
            Column.text(
                    "cause",
                    "explains",
                    outcome -> outcome.explains()
                            ? Integer.toString(outcome.mended().size())
                            : "none"));

    private final Map<Item, Boolean> before;
    private final List<Outcome> outcomes;

    private Experiments(Map<Item, Boolean> before, List<Outcome> outcomes) {
        this.before = before;
        this.outcomes = List.copyOf(outcomes);
    }

    /**
     * A number or a cell that agrees with a reference or deviates from it.
     *
     * @param transport of the cell
     * @param scenario of the cell
     * @param oracle of the cell
     * @param quantity of the cell's numbers; empty for the cell as a whole
     */
    public record Item(String transport, String scenario, String oracle, String quantity) {
        /**
         * Returns the item for a cell or one of its numbers.
         *
         * @param row the cell
         * @param quantity the name of a column; empty for the cell as a whole
         * @return the item
         */
        public static Item of(Row row, String quantity) {
            return new Item(
                    row.text(CellColumns.TRANSPORT),
                    row.text(CellColumns.SCENARIO),
                    row.text(CellColumns.ORACLE),
                    quantity);
        }
    }

    /** The items that an experiment has changed. */
    private record Outcome(Experiment experiment, Set<Item> mended, Set<Item> spoilt) {
        boolean explains() {
            return mended.size() > spoilt.size();
        }
    }

    /**
     * Returns the result of no experiments.
     *
     * @return without causes: every deviation is not explained
     */
    public static Experiments none() {
        return new Experiments(Map.of(), List.of());
    }

    /**
     * Repeats a comparison with each change.
     *
     * @param comparison runs the simulations
     * @param simulated the scenarios that were simulated
     * @param results the results without changes
     * @param experiments the changes
     * @param runs of each cell
     * @param agrees decides about a result: true or false for each item that can be compared
     * @return the outcomes
     * @throws InterruptedException if this thread is interrupted
     */
    public static Experiments run(
            SimulatedComparison comparison,
            List<Simulated> simulated,
            List<ScenarioResult> results,
            List<Experiment> experiments,
            ToIntFunction<Scenario> runs,
            Function<List<ScenarioResult>, Map<Item, Boolean>> agrees)
            throws InterruptedException {
        Map<Item, Boolean> before = agrees.apply(results);
        if (!before.containsValue(false)) {
            return new Experiments(before, List.of());
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Experiment experiment : experiments) {
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
     * Returns the cause of a deviation.
     *
     * @param item an item that may deviate
     * @return the names of the experiments with which the deviation disappears; {@link #NOT_EXPLAINED} if there are none; empty
     *     if it does not deviate
     */
    public String cause(Item item) {
        if (before.getOrDefault(item, false)) {
            return "";
        }
        List<String> causes = outcomes.stream()
                .filter(outcome -> outcome.explains() && outcome.mended().contains(item))
                .map(outcome -> outcome.experiment().name())
                .toList();
        return causes.isEmpty() ? NOT_EXPLAINED : String.join(", ", causes);
    }

    /**
     * Returns the changes that each experiment has made.
     *
     * @return a table; without rows if there were no experiments
     */
    public Table table() {
        return Table.of(
                "Experiments",
                COLUMNS,
                outcomes,
                "Each changes one thing for all cells alike. It explains the deviations that go with it if they are more"
                        + " than the agreements that go.");
    }
}
