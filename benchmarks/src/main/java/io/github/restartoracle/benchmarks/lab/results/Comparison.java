package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToLongFunction;

/** The values with which the results of a scenario can be compared. */
final class Comparison {
    private static final Set<String> STATIC = Set.of("none", "fixed", "exponential-backoff");

    private final Scenario scenario;
    private final SynSchedule syn;

    Comparison(Scenario scenario, SynSchedule syn) {
        this.scenario = scenario;
        this.syn = syn;
    }

    /** Returns the paper's cell for this scenario's number of messages, if its faults are as long as the paper's. */
    Optional<PaperCell> rescaled(PaperTables paper, String label) {
        return paper.find(scenario.transport(), scenario.name(), label)
                .filter(cell -> faultsOfThePaper())
                .flatMap(cell -> scenario.outages().list().isEmpty()
                        ? Optional.of(cell)
                        : paper.noFaults(scenario.transport(), label)
                                .map(noFaults -> cell.rescaled(noFaults, scenario.messages())));
    }

    /**
     * Returns the closed form if there is one: the only faults are disruptions, each attempt has a connection, and the oracle
     * has no estimator.
     */
    Optional<Forecast> closedForm(OracleSpec oracle, Duration lossFree) {
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
    Optional<SchedulingFidelity> fidelity(OracleRuns runs) {
        return timeouts(runs.oracle().schedule())
                .map(timeouts -> SchedulingFidelity.ofJournal(runs.journal(), timeouts))
                .or(() -> runs.restarts().isEmpty()
                        ? Optional.empty()
                        : Optional.of(SchedulingFidelity.ofLog(runs.restarts())));
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

    private boolean faultsOfThePaper() {
        return PaperScenarios.find(scenario.transport(), scenario.name())
                .map(original -> lengths(original).equals(lengths(scenario))
                        && original.interval().equals(scenario.interval()))
                .orElse(false);
    }

    private static List<Duration> lengths(Scenario scenario) {
        return scenario.outages().list().stream()
                .map(outage -> outage.to().minus(outage.from()))
                .toList();
    }
}
