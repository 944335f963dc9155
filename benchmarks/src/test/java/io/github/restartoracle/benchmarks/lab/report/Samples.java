package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Evaluation;
import io.github.restartoracle.benchmarks.lab.results.Journals;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.OracleRuns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Results to report on, of queues that keep the schedules of their oracles over a link with a little noise. */
final class Samples {
    static final FaultEvidence PROVEN = new FaultEvidence(
            "disruption-60s", "{at: 20s, for: 60s, disrupt: both}", "down for 60.01 s, 480 packets", Outcome.APPLIED);
    static final long SEED = 20061;

    private static final List<OracleSpec> STATIC = List.of(
            OracleSpec.of("none", Map.of()),
            OracleSpec.of("fixed", Map.of("timeout", "4s")),
            OracleSpec.of("exponential-backoff", Map.of("timeout", "4s")));

    private Samples() {}

    static List<ScenarioResult> results(String... runs) {
        return List.of(
                result("no-faults", "[]", Mode.SIMULATION, runs),
                result("disruption-60s", "[{at: 60s, for: 60s, disrupt: both}]", Mode.SIMULATION, runs));
    }

    static ScenarioResult result(String name, String faults, Mode source, String... runs) {
        Scenario scenario = Scale.QUICK.apply(
                new ScenarioFiles().parse(name, """
                name: %s
                messages: 400
                interval: 500ms
                tcp: {syn-timeout: 3s}
                faults: %s
                """.formatted(name, faults)).get(0));
        List<OracleRuns> all = new ArrayList<>();
        for (OracleSpec spec : STATIC) {
            var oracle = OracleCatalog.load().factory(spec.settings()).pathOracle();
            List<JournalRow> rows = new ArrayList<>();
            for (String run : runs) {
                SplittableRandom noise = new SplittableRandom(
                        SEED + run.hashCode() + spec.label().hashCode());
                Journals.obedient(
                                scenario,
                                run,
                                spec.label(),
                                attempt -> oracle.timeoutNanos(0, Stage.UNOBSERVED, attempt))
                        .stream()
                        .map(row -> later(row, (long) (noise.nextExponential() * 8e6)))
                        .forEach(rows::add);
            }
            all.add(new OracleRuns(spec, List.of(runs), rows, List.of(), 0, Double.NaN));
        }
        return new Evaluation(scenario, source, SynSchedule.PAPER, OptionalDouble.empty()).ofJournals(all);
    }

    private static JournalRow later(JournalRow row, long nanos) {
        return new JournalRow(
                row.run(),
                row.oracle(),
                row.message(),
                row.attempt(),
                row.dueNanos(),
                row.dispatchedNanos(),
                OptionalLong.of(row.arrivedNanos().getAsLong() + nanos));
    }

    static Manifest manifest(FaultEvidence... faults) {
        return new Manifest(
                "a <suite>",
                "2026-11-20T12:00:00Z",
                Scale.QUICK.toString(),
                42,
                "./mvnw verify",
                Map.of("own.yaml", "0a1b"),
                Manifest.currentEnvironment(),
                List.of(faults));
    }
}
