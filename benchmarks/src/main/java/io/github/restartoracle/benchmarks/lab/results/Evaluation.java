package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.theory.ClairvoyantBound;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Turns the statistics of a scenario into cells. The clairvoyant bound and the closed form need the loss-free one-way time of
 * HTTP. It is the least of all oracles' median and mean ETT over the messages that were due before the first disruption, or
 * over all messages if there is no disruption: most of them meet no fault. By mail it does not depend on results.
 */
public final class Evaluation {
    private final Scenario scenario;
    private final Source source;
    private final PaperTables paper;
    private final Comparison comparison;
    private final OptionalDouble boundSeconds;

    /**
     * Creates the evaluation of a scenario whose bound follows from the loss-free time of the results.
     *
     * @param scenario as it was run, after scaling
     * @param source the place where the runs were made
     * @param syn the times at which TCP repeated a SYN in these runs
     */
    public Evaluation(Scenario scenario, Source source, SynSchedule syn) {
        this(scenario, source, syn, OptionalDouble.empty());
    }

    /**
     * Creates the evaluation of a scenario.
     *
     * @param scenario as it was run, after scaling
     * @param source the place where the runs were made
     * @param syn the times at which TCP repeated a SYN in these runs
     * @param boundSeconds the clairvoyant bound; empty if it follows from the loss-free time of the results
     */
    public Evaluation(Scenario scenario, Source source, SynSchedule syn, OptionalDouble boundSeconds) {
        this.scenario = scenario;
        this.source = source;
        this.paper = PaperTables.ofDefaults();
        this.comparison = new Comparison(scenario, syn);
        this.boundSeconds = boundSeconds;
    }

    /**
     * Evaluates journals.
     *
     * @param oracles the output of each oracle's runs
     * @return one cell per oracle, in the same order
     */
    public ScenarioResult ofJournals(List<OracleRuns> oracles) {
        List<Counted> counted = new ArrayList<>();
        for (OracleRuns runs : oracles) {
            counted.add(new Counted(
                    runs.oracle(), runs.statistics(scenario), runs.duplicatesDelivered(), comparison.fidelity(runs)));
        }
        return evaluate(counted);
    }

    /**
     * Evaluates simulated runs.
     *
     * @param statistics one per oracle of the scenario, in their order
     * @return one cell per oracle, in the same order
     */
    public ScenarioResult ofStatistics(List<CellStatistics> statistics) {
        List<Counted> counted = new ArrayList<>();
        for (int i = 0; i < statistics.size(); i++) {
            counted.add(new Counted(scenario.oracles().get(i), statistics.get(i), 0, Optional.empty()));
        }
        return evaluate(counted);
    }

    private record Counted(
            OracleSpec oracle, CellStatistics statistics, int duplicates, Optional<SchedulingFidelity> fidelity) {}

    private ScenarioResult evaluate(List<Counted> counted) {
        Duration lossFree = Duration.ofNanos((long) (1e9
                * counted.stream()
                        .mapToDouble(each -> each.statistics().undisturbedEttSeconds())
                        .filter(Double::isFinite)
                        .min()
                        .orElse(0)));
        double bound = boundSeconds.orElseGet(() -> scenario.arrivesInNoOutage()
                ? ClairvoyantBound.ettSeconds(scenario.outages(), scenario.workload(), lossFree)
                : Double.NaN);
        List<Evaluated> evaluated = counted.stream()
                .map(each -> new Evaluated(
                        scenario,
                        source,
                        each.oracle(),
                        each.statistics(),
                        each.duplicates(),
                        bound,
                        paper.find(
                                scenario.transport(),
                                scenario.name(),
                                each.oracle().label()),
                        comparison.rescaled(paper, each.oracle().label()),
                        comparison.closedForm(each.oracle(), lossFree),
                        each.fidelity()))
                .toList();
        Set<String> parameters = new LinkedHashSet<>();
        evaluated.forEach(each -> parameters.addAll(CellColumns.parameters(each)));
        List<Column<Evaluated>> columns = CellColumns.with(parameters);
        return new ScenarioResult(
                scenario,
                evaluated.stream()
                        .map(each -> Cell.of(Row.of(columns, each), each.statistics()))
                        .toList());
    }
}
