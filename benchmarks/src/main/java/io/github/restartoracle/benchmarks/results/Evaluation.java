package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.theory.ClairvoyantBound;
import io.github.restartoracle.benchmarks.theory.SynSchedule;
import java.time.Duration;
import java.util.List;

/**
 * Turns the runs of a scenario into cells. The loss-free one-way time, which the clairvoyant bound and the closed form
 * need, is the least median ETT of any oracle over the messages that were due before the first disruption, or over all
 * messages where there is none: most of them meet no fault.
 */
public final class Evaluation {
    private final Scenario scenario;
    private final Source source;
    private final PaperTables paper;
    private final Comparison comparison;

    /**
     * The evaluation of a scenario.
     *
     * @param scenario as it was run, after scaling
     * @param source where the runs were made
     * @param paper the values to compare with
     * @param syn when TCP repeated a SYN, where the runs were made
     */
    public Evaluation(Scenario scenario, Source source, PaperTables paper, SynSchedule syn) {
        this.scenario = scenario;
        this.source = source;
        this.paper = paper;
        this.comparison = new Comparison(scenario, syn);
    }

    /**
     * All cells of the scenario.
     *
     * @param oracles what each oracle's runs have left behind
     * @return one cell per oracle, in the same order
     */
    public List<Cell> cells(List<OracleRuns> oracles) {
        List<Outcomes> outcomes =
                oracles.stream().map(runs -> new Outcomes(scenario, runs)).toList();
        Duration lossFree = Duration.ofNanos((long) (1e9
                * outcomes.stream()
                        .mapToDouble(Outcomes::undisturbedEttMedian)
                        .filter(Double::isFinite)
                        .min()
                        .orElse(0)));
        return outcomes.stream().map(o -> cell(o, lossFree)).toList();
    }

    private Cell cell(Outcomes outcomes, Duration lossFree) {
        OracleRuns runs = outcomes.runs();
        String label = runs.oracle().label();
        return new Cell(
                row(outcomes, ClairvoyantBound.ettSeconds(scenario.outages(), scenario.workload(), lossFree)),
                outcomes.ettOverMessages(),
                outcomes.urcOverMessages(),
                outcomes.points(),
                outcomes.ettByMessage(),
                paper.find(scenario.transport(), scenario.name(), label),
                comparison.rescaled(paper, label),
                comparison.closedForm(runs.oracle(), lossFree),
                comparison.fidelity(runs),
                outcomes.urcByMessage(),
                outcomes.ettAscending());
    }

    private ResultRow row(Outcomes outcomes, double bound) {
        Estimate ett = outcomes.ettOverRuns();
        Estimate urc = outcomes.urcOverRuns();
        // The mean is over all messages, as the paper's is; only the interval is over runs.
        double ettMean = outcomes.ettOverMessages().mean();
        return new ResultRow(
                source,
                scenario.transport(),
                scenario.name(),
                outcomes.runs().oracle().label(),
                outcomes.runs().runs().size(),
                scenario.messages(),
                ettMean,
                ett.halfWidth(),
                outcomes.ettQuantile(0.5),
                outcomes.ettQuantile(0.95),
                outcomes.ettQuantile(0.99),
                outcomes.urcOverMessages().mean(),
                urc.halfWidth(),
                outcomes.attemptsMean(),
                outcomes.lost(),
                outcomes.runs().duplicatesDelivered(),
                bound,
                bound > 0 ? ClairvoyantBound.kappa(ettMean, bound) : Double.NaN);
    }
}
