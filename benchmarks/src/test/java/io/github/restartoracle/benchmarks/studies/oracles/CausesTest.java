package io.github.restartoracle.benchmarks.studies.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.results.Agreement;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.PaperCell;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.HostTimes;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.suite.PartRunner;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.studies.oracles.SimulatedComparison.Simulated;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Only a cause that an experiment shows counts. */
class CausesTest {
    private static final long SEED = 2006;
    private static final int RUNS = 8;
    private static final HostTimes HOSTS = HostTimes.exponential(Duration.ofMillis(40));

    private final PartRunner workers = new PartRunner(2, new PrintStream(OutputStream.nullOutputStream()));
    private final SimulatedComparison comparison = new SimulatedComparison(SEED, workers);

    @AfterEach
    void stop() {
        workers.close();
    }

    private static List<Simulated> simulated(Timers timers, Scale scale) {
        List<Scenario> all = new ArrayList<>();
        for (Transport transport : Transport.values()) {
            all.addAll(PaperScenarios.of(transport));
        }
        return all.stream()
                .map(scenario -> scale.apply(timers.applyTo(scenario)))
                .map(scenario -> new Simulated(scenario, timers.settings(scenario)))
                .toList();
    }

    private static Simulated withHosts(Simulated simulated) {
        return new Simulated(
                simulated.scenario(),
                simulated.settings().withHosts(Optional.of(HOSTS)).withAnswering(Optional.of(HOSTS)));
    }

    private static List<Row> rows(List<ScenarioResult> results) {
        return results.stream().flatMap(result -> result.rows().stream()).toList();
    }

    private static Row with(Row row, Object... columnsAndValues) {
        Map<String, Object> values = new LinkedHashMap<>(row.values());
        for (int i = 0; i < columnsAndValues.length; i += 2) {
            values.put(columnsAndValues[i].toString(), columnsAndValues[i + 1]);
        }
        return new Row(values);
    }

    private List<String> outcomes(List<Simulated> simulated, List<Row> measured, List<Row> calibration)
            throws InterruptedException {
        List<ScenarioResult> results = comparison.run("as measured", simulated, scenario -> RUNS);
        Experiments experiments = Experiments.run(
                comparison,
                simulated,
                results,
                PaperExperiments.ofTheTestbed(),
                scenario -> RUNS,
                changed -> AsMeasured.agreements(changed, measured));
        List<Agreement> cells = AsMeasured.cells(results, measured);
        AgreementSection section = new AgreementSection(cells, calibration, experiments, "");
        return cells.stream().map(section::outcome).toList();
    }

    @Test
    void shouldExplainNothingWhenTheMeasurementIsNonsense() throws InterruptedException {
        List<Simulated> simulated = simulated(Timers.TODAY, Scale.QUICK);
        List<Row> nonsense = rows(comparison.run("as measured", simulated, scenario -> 1)).stream()
                .map(row -> with(row, CellColumns.ETT, 1000 * row.number(CellColumns.ETT), CellColumns.URC, 77.0))
                .toList();

        assertThat(outcomes(simulated.stream().map(CausesTest::withHosts).toList(), nonsense, nonsense))
                .as("seed %d", SEED)
                .hasSize(50)
                .containsOnly(PrintedItem.NOT_EXPLAINED);
    }

    @Test
    void shouldNameTheExperimentWithWhichTheDeviationsGo() throws InterruptedException {
        // The measurement has hosts that take no time, while the simulation assumes that they take 40 ms.
        List<Simulated> http = simulated(Timers.TODAY, Scale.QUICK).subList(0, 5);
        List<Row> measured = rows(comparison.run("as measured", http, scenario -> RUNS));

        List<String> outcomes =
                outcomes(http.stream().map(CausesTest::withHosts).toList(), measured, List.of());

        assertThat(outcomes)
                .as("seed %d", SEED)
                .filteredOn(outcome -> !outcome.equals("agrees"))
                .isNotEmpty()
                .allMatch(outcome -> outcome.contains("hosts cost nothing"));
    }

    @Test
    void shouldExplainNothingWhenThePaperIsNonsense() throws InterruptedException {
        List<Simulated> simulated = simulated(Timers.OF_2005, Scale.PAPER);
        List<ScenarioResult> results = nonsense(comparison.run("ours", simulated, scenario -> 1));
        Experiments experiments = Experiments.run(
                comparison,
                simulated,
                results,
                PaperExperiments.ofThePaper(),
                scenario -> 1,
                changed -> PaperSection.agreements(nonsense(changed)));
        List<Cell> cells = PaperCell.compared(results);
        PaperSection section = new PaperSection(results, experiments);

        assertThat(cells.stream()
                        .flatMap(cell -> Stream.of(
                                section.outcome(cell, CellColumns.ETT), section.outcome(cell, CellColumns.URC))))
                .as("seed %d", SEED)
                .hasSizeGreaterThan(80)
                .containsOnly(PrintedItem.NOT_EXPLAINED);
    }

    /** Changes the printed values to a thousand times the ETT and a URC of 77. */
    private static List<ScenarioResult> nonsense(List<ScenarioResult> results) {
        return results.stream()
                .map(result -> new ScenarioResult(
                        result.scenario(),
                        result.cells().stream()
                                .map(cell -> new Cell(
                                        with(
                                                cell.row(),
                                                CellColumns.PRINTED_ETT,
                                                cell.row()
                                                                .text(CellColumns.PRINTED_ETT)
                                                                .isEmpty()
                                                        ? ""
                                                        : (Object) (1000
                                                                * cell.row().number(CellColumns.PRINTED_ETT)),
                                                CellColumns.PRINTED_URC,
                                                77.0),
                                        cell.points(),
                                        cell.ettByMessage(),
                                        cell.urcByMessage(),
                                        cell.ettSeconds()))
                                .toList()))
                .toList();
    }
}
