package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.theory.ClairvoyantBound;
import io.github.restartoracle.benchmarks.theory.SynSchedule;
import java.time.Duration;
import java.util.List;

/**
 * Turns the runs of a scenario into cells. The loss-free one-way time, which the clairvoyant bound and the closed form
 * need, is the least of any oracle's median and mean ETT over the messages that were due before the first disruption, or
 * over all messages where there is none: most of them meet no fault.
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
        return cellsOf(oracles.stream()
                .map(runs -> new Outcomes(scenario, runs).summary(comparison.fidelity(runs)))
                .toList());
    }

    /**
     * All cells of the scenario, from what was counted already.
     *
     * @param oracles one per oracle
     * @return one cell per oracle, in the same order
     */
    public List<Cell> cellsOf(List<Summary> oracles) {
        Duration lossFree = Duration.ofNanos((long) (1e9
                * oracles.stream()
                        .mapToDouble(Summary::undisturbedEttSeconds)
                        .filter(Double::isFinite)
                        .min()
                        .orElse(0)));
        double bound = ClairvoyantBound.ettSeconds(scenario.outages(), scenario.workload(), lossFree);
        return oracles.stream().map(o -> cell(o, bound, lossFree)).toList();
    }

    private Cell cell(Summary summary, double bound, Duration lossFree) {
        String label = summary.oracle().label();
        return new Cell(
                row(summary, bound),
                summary.ettOverMessages(),
                summary.urcOverMessages(),
                summary.points(),
                summary.ettByMessage(),
                paper.find(scenario.transport(), scenario.name(), label),
                comparison.rescaled(paper, label),
                comparison.closedForm(summary.oracle(), lossFree),
                summary.fidelity(),
                summary.urcByMessage(),
                summary.ettSeconds());
    }

    private ResultRow row(Summary summary, double bound) {
        // The mean is over all messages, as the paper's is; only the interval is over runs.
        double ettMean = summary.ettOverMessages().mean();
        return new ResultRow(
                source,
                scenario.transport(),
                scenario.name(),
                summary.oracle().label(),
                summary.points().size(),
                scenario.messages(),
                ettMean,
                summary.ettOverRuns().halfWidth(),
                summary.ettP50Seconds(),
                summary.ettP95Seconds(),
                summary.ettP99Seconds(),
                summary.urcOverMessages().mean(),
                summary.urcOverRuns().halfWidth(),
                summary.attemptsMean(),
                summary.lost(),
                summary.duplicatesDelivered(),
                bound,
                bound > 0 ? ClairvoyantBound.kappa(ettMean, bound) : Double.NaN);
    }
}
