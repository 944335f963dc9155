package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.results.CellColumns.Evaluated;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.theory.ClairvoyantBound;
import io.github.restartoracle.benchmarks.lab.theory.ClosedForm;
import io.github.restartoracle.benchmarks.lab.theory.ClosedForm.Forecast;
import io.github.restartoracle.benchmarks.lab.theory.Outages;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntToLongFunction;

/**
 * Turns the statistics of a scenario into cells. The clairvoyant bound and the closed form need the loss-free one-way time of
 * HTTP. It is the least of all oracles' median and mean ETT over the messages that were due before the first disruption, or
 * over all messages if there is no disruption: most of them meet no fault. By mail it does not depend on results.
 */
public final class Evaluation {
    /** Oracles without an estimator. */
    private static final Set<String> STATIC = Set.of("none", "fixed", "exponential-backoff");

    private final Scenario scenario;
    private final Mode source;
    private final SynSchedule syn;
    private final OptionalDouble boundSeconds;

    /**
     * Creates the evaluation of a scenario.
     *
     * @param scenario as it was run, after scaling
     * @param source the place where the runs were made
     * @param syn the times at which TCP repeated a SYN in these runs
     * @param boundSeconds the clairvoyant bound; empty if it follows from the loss-free time of the results
     */
    public Evaluation(Scenario scenario, Mode source, SynSchedule syn, OptionalDouble boundSeconds) {
        this.scenario = scenario;
        this.source = source;
        this.syn = syn;
        this.boundSeconds = boundSeconds;
    }

    private record Counted(
            OracleSpec oracle,
            CellStatistics statistics,
            int duplicates,
            double longestCallSeconds,
            Optional<SchedulingFidelity> fidelity) {}

    /** Evaluates the journals of oracles and returns one cell for each, in the same order. */
    public ScenarioResult ofJournals(List<OracleRuns> oracles) {
        return evaluate(oracles.stream()
                .map(runs -> new Counted(
                        runs.oracle(),
                        runs.statistics(scenario),
                        runs.duplicatesDelivered(),
                        runs.longestCallSeconds(),
                        fidelity(runs)))
                .toList());
    }

    /** Evaluates simulated runs, one for each oracle of the scenario, and returns one cell for each, in the same order. */
    public ScenarioResult ofStatistics(List<CellStatistics> statistics) {
        List<Counted> counted = new ArrayList<>();
        for (int i = 0; i < statistics.size(); i++) {
            counted.add(new Counted(scenario.oracles().get(i), statistics.get(i), 0, Double.NaN, Optional.empty()));
        }
        return evaluate(counted);
    }

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
        List<Column<Evaluated>> columns = CellColumns.with(CellColumns.parameters(scenario));
        List<Cell> cells = new ArrayList<>();
        for (Counted each : counted) {
            Evaluated evaluated = new Evaluated(
                    scenario,
                    source,
                    each.oracle(),
                    each.statistics(),
                    each.statistics().summary(),
                    each.duplicates(),
                    each.longestCallSeconds(),
                    bound,
                    closedForm(each.oracle(), lossFree),
                    each.fidelity());
            cells.add(Cell.of(Row.of(columns, evaluated), each.statistics()));
        }
        return new ScenarioResult(scenario, cells);
    }

    /**
     * Returns the closed form if there is one: the only faults are disruptions, each attempt has a connection, and the oracle
     * has no estimator.
     */
    private Optional<Forecast> closedForm(OracleSpec oracle, Duration lossFree) {
        Outages outages = scenario.outages();
        boolean onlyDisruptions = scenario.service().equals(Service.PROMPT)
                && scenario.faults().faults().stream().allMatch(Disruption.class::isInstance);
        if (outages.list().isEmpty() || !onlyDisruptions || !scenario.connectsPerAttempt()) {
            return Optional.empty();
        }
        ClosedForm form = new ClosedForm(syn, outages, scenario.workload(), lossFree);
        return timeouts(oracle).map(form::forecast);
    }

    /** Computes the fidelity from the journal if the oracle's schedule is known, else from the queue's own log. */
    private static Optional<SchedulingFidelity> fidelity(OracleRuns runs) {
        return timeouts(runs.oracle().schedule())
                .map(timeouts -> SchedulingFidelity.ofJournal(runs.journal(), timeouts))
                .or(() -> Optional.of(runs.restarts())
                        .filter(restarts -> !restarts.isEmpty())
                        .map(SchedulingFidelity::ofLog));
    }

    private static Optional<IntToLongFunction> timeouts(OracleSpec spec) {
        if (!STATIC.contains(spec.name())) {
            return Optional.empty();
        }
        PathOracle oracle = OracleCatalog.load().factory(spec.settings()).pathOracle();
        int maxAttempts = spec.settings().integer("max-attempts", 0, 0, Integer.MAX_VALUE);
        int last = maxAttempts == 0 ? Integer.MAX_VALUE : maxAttempts;
        return Optional.of(
                attempt -> attempt < last && oracle.elapsed(0, Stage.UNOBSERVED, attempt, 0) == Decision.AGAIN
                        ? oracle.timeoutNanos(0, Stage.UNOBSERVED, attempt)
                        : PathOracle.NEVER);
    }
}
