package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.oracle.RetransmissionOracle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class EvaluationTest {
    private static final long SECOND = 1_000_000_000L;
    private static final OracleSpec NONE_SPEC = OracleSpec.of("none", Map.of());
    private static final OracleSpec FIXED_SPEC = OracleSpec.of("fixed", Map.of("timeout", "4s"));

    private static long never(int attempt) {
        return RetransmissionOracle.NEVER;
    }

    private static long fixed(int attempt) {
        return 4 * SECOND;
    }

    private static Scenario scenario(String yaml) {
        return new ScenarioFiles().parse("s", yaml).get(0);
    }

    private static Scenario disruption(String name, String seconds) {
        return scenario("""
                name: %s
                messages: 2000
                interval: 500ms
                connections: per-attempt
                tcp: {syn-timeout: 3s}
                faults: [{at: 60s, for: %s, disrupt: both}]
                """.formatted(name, seconds));
    }

    private static List<Cell> evaluate(Scenario scenario, OracleRuns... runs) {
        return new Evaluation(scenario, Mode.SIMULATION, SynSchedule.PAPER, OptionalDouble.empty())
                .ofJournals(List.of(runs))
                .cells();
    }

    private static OracleRuns obedient(Scenario scenario, OracleSpec spec, IntToLongFunction timeouts) {
        List<JournalRow> rows = new ArrayList<>();
        for (String run : List.of("1", "2")) {
            rows.addAll(Journals.obedient(scenario, run, spec.label(), timeouts));
        }
        return new OracleRuns(spec, List.of("1", "2"), rows, List.of(), 0, Double.NaN);
    }

    @Test
    void shouldClaimNoClosedFormAndNoBoundThatDoNotHold() {
        Scenario reset = scenario("""
                name: reset
                messages: 100
                interval: 500ms
                connections: per-attempt
                tcp: {syn-timeout: 3s}
                faults: [{at: 10s, for: 10s, reset: forward}]
                """);
        Scenario wayBack = scenario("""
                name: way-back
                messages: 100
                interval: 500ms
                faults: [{at: 10s, for: 10s, disrupt: backward}]
                """);

        assertThat(evaluate(reset, obedient(reset, FIXED_SPEC, EvaluationTest::fixed)))
                .singleElement()
                .satisfies(
                        cell -> assertThat(cell.row().number(CellColumns.BOUND)).isPositive())
                .satisfies(cell ->
                        assertThat(cell.row().number(CellColumns.FORM_ETT)).isNaN());
        assertThat(evaluate(wayBack, obedient(wayBack, FIXED_SPEC, EvaluationTest::fixed)))
                .singleElement()
                .satisfies(
                        cell -> assertThat(cell.row().number(CellColumns.BOUND)).isNaN())
                .satisfies(
                        cell -> assertThat(cell.row().number(CellColumns.KAPPA)).isNaN());
    }

    @Test
    void shouldGiveTheClosedFormWhenTheQueueObeysItsOracle() {
        Scenario scenario = disruption("disruption-60s", "60s");

        List<Cell> cells = evaluate(
                scenario,
                obedient(scenario, NONE_SPEC, EvaluationTest::never),
                obedient(scenario, FIXED_SPEC, EvaluationTest::fixed));

        for (Cell cell : cells) {
            Row row = cell.row();
            assertThat(cell.ett()).isEqualTo(row.number(CellColumns.FORM_ETT), within(1e-5));
            assertThat(cell.urc()).isEqualTo(row.number("form_urc"), within(1e-5));
            assertThat(row.number("on_time")).isEqualTo(1);
        }
        Row fixed = cells.get(1).row();
        assertThat(fixed.number(CellColumns.ETT)).isEqualTo(2.01, within(0.005));
        assertThat(fixed.number(CellColumns.BOUND)).isEqualTo(1.975, within(0.0005));
        assertThat(fixed.number(CellColumns.KAPPA)).isEqualTo(2.01 / 1.975, within(0.005));
        assertThat(fixed.number(CellColumns.RUNS)).isEqualTo(2);
        assertThat(fixed.number(CellColumns.LOST)).isZero();
        // Both runs are the same, so the variance between runs is 0. The variance between messages is not: the paper's
        // kind of interval has the half-width that the paper prints, 0.12 for 20,000 messages, scaled to 4,000.
        assertThat(fixed.number(CellColumns.ETT_CI)).isEqualTo(0, within(1e-9));
        assertThat(fixed.number("ett_ci95_messages_s")).isEqualTo(0.114 * Math.sqrt(5), within(0.01));
    }

    @Test
    void shouldPutThePaperBesideACellWhenTheScenarioIsThePapers() {
        Scenario quick = Scale.QUICK.apply(disruption("disruption-60s", "60s"));

        Cell cell = evaluate(quick, obedient(quick, FIXED_SPEC, EvaluationTest::fixed))
                .get(0);

        assertThat(cell.row().number(CellColumns.PRINTED_ETT)).isEqualTo(2.20);
        double fewer = 2000.0 / quick.messages();
        assertThat(cell.row().number(CellColumns.PAPER_ETT)).isEqualTo(0.16 + fewer * (2.20 - 0.16), within(1e-4));
        assertThat(cell.row().number("paper_urc")).isEqualTo(fewer * 0.42, within(1e-5));
    }

    @Test
    void shouldNotRescaleThePaperWhenTheDisruptionIsShorter() {
        Scenario smoke = Scale.SMOKE.apply(disruption("disruption-60s", "60s"));
        Scenario own = disruption("mine", "60s");

        assertThat(evaluate(smoke, obedient(smoke, FIXED_SPEC, EvaluationTest::fixed))
                        .get(0)
                        .row()
                        .text(CellColumns.PAPER_ETT))
                .isEmpty();
        assertThat(evaluate(own, obedient(own, FIXED_SPEC, EvaluationTest::fixed))
                        .get(0)
                        .row()
                        .text(CellColumns.PRINTED_ETT))
                .isEmpty();
    }

    @Test
    void shouldCountWhatWasLostAndWhatWasUnnecessaryWhenAttemptsDiffer() {
        Scenario scenario = scenario("name: s\nmessages: 4\ninterval: 1s");
        List<JournalRow> rows = List.of(
                // Arrives at once: ETT 1 s, URC 0.
                Journals.row("1", "fixed", 1, 1, 0, 0, SECOND),
                // The first is lost, the second arrives, the third is unnecessary: ETT 5 s, URC 1.
                Journals.lost("1", "fixed", 2, 1, SECOND, SECOND),
                Journals.row("1", "fixed", 2, 2, SECOND, 5 * SECOND, 6 * SECOND),
                Journals.lost("1", "fixed", 2, 3, SECOND, 9 * SECOND),
                // The second overtakes the first: ETT 5 s, URC 1.
                Journals.row("1", "fixed", 3, 1, 2 * SECOND, 2 * SECOND, 11 * SECOND),
                Journals.row("1", "fixed", 3, 2, 2 * SECOND, 6 * SECOND, 7 * SECOND),
                // Never arrives.
                Journals.lost("1", "fixed", 4, 1, 3 * SECOND, 3 * SECOND));

        Cell cell = evaluate(scenario, new OracleRuns(FIXED_SPEC, List.of("1"), rows, List.of(), 2, Double.NaN))
                .get(0);

        assertThat(cell.ett()).isEqualTo(11.0 / 3, within(1e-5));
        assertThat(cell.row().number(CellColumns.ETT_P50)).isEqualTo(5, within(0.005));
        assertThat(cell.urc()).isEqualTo(2.0 / 3, within(1e-5));
        assertThat(cell.row().number("attempts_mean")).isEqualTo(7.0 / 4);
        assertThat(cell.lost()).isEqualTo(1);
        assertThat(cell.row().number("duplicates_delivered")).isEqualTo(2);
        assertThat(cell.row().text(CellColumns.ETT_CI)).isEmpty();
        assertThat(cell.row().text(CellColumns.FORM_ETT)).isEmpty();
        assertThat(cell.ettByMessage()).containsExactly(1.0, 5.0, 5.0, Double.NaN);
    }

    @Test
    void shouldStateThatAllIsLostWhenNothingWasDispatched() {
        Scenario scenario = scenario("name: s\nmessages: 4\ninterval: 1s");

        Cell cell = evaluate(
                        scenario, new OracleRuns(FIXED_SPEC, List.of("1", "2"), List.of(), List.of(), 0, Double.NaN))
                .get(0);

        assertThat(cell.lost()).isEqualTo(8);
        assertThat(cell.ett()).isNaN();
    }

    @Test
    void shouldRefuseAJournalWhenItIsOfAnotherOracleOrRun() {
        JournalRow row = Journals.row("1", "fixed", 1, 1, 0, 0, 1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OracleRuns(NONE_SPEC, List.of("1"), List.of(row), List.of(), 0, Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OracleRuns(FIXED_SPEC, List.of("2"), List.of(row), List.of(), 0, Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OracleRuns(FIXED_SPEC, List.of(), List.of(), List.of(), 0, Double.NaN));
    }
}
