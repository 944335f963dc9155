package io.github.restartoracle.benchmarks.studies.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.suite.PartRunner;
import io.github.restartoracle.benchmarks.studies.oracles.SimulatedComparison.Simulated;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedComparisonTest {
    private static final long SEED = 2006;

    private final PartRunner workers = new PartRunner(2, new PrintStream(OutputStream.nullOutputStream()));

    @AfterEach
    void stop() {
        workers.close();
    }

    /** Tests six phases of polls in each scenario with four oracles: even the best phase is not better than the bound. */
    @ParameterizedTest
    @EnumSource(
            value = Timers.class,
            names = {"OF_2005", "TODAY"})
    void shouldNotBeatTheBoundInAnyRunByMail(Timers timers) throws InterruptedException {
        List<Simulated> simulated = PaperScenarios.of(Transport.MAIL).stream()
                .map(timers::applyTo)
                .map(scenario -> new Simulated(scenario, timers.settings(scenario)))
                .toList();

        for (ScenarioResult result : new SimulatedComparison(SEED, workers).run("mail", simulated, scenario -> 6)) {
            for (Cell cell : result.cells()) {
                double bound = cell.row().number(CellColumns.BOUND);
                assertThat(bound).isPositive();
                assertThat(cell.lost()).isZero();
                assertThat(cell.points())
                        .as("%s %s, seed %d", result.title(), cell.oracle(), SEED)
                        .hasSize(6)
                        .allMatch(run -> run.ettSeconds() >= bound);
            }
        }
    }

    @Test
    void shouldComeNearTheBoundWithoutFaultsByLuck() throws InterruptedException {
        List<Simulated> simulated = List.of(PaperScenarios.of(Transport.MAIL).get(0)).stream()
                .map(Timers.TODAY::applyTo)
                .map(scenario -> new Simulated(scenario, Timers.TODAY.settings(scenario)))
                .toList();

        Cell cell = new SimulatedComparison(SEED, workers)
                .run("mail", simulated, scenario -> 30)
                .get(0)
                .cells()
                .get(0);

        double best = cell.points().stream()
                .mapToDouble(run -> run.ettSeconds())
                .min()
                .orElseThrow();
        assertThat(best / cell.row().number(CellColumns.BOUND)).isBetween(1.0, 1.01);
    }
}
