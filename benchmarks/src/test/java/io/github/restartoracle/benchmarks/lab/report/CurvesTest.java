package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class CurvesTest {
    private static final ScenarioResult RESULT = Samples.result("no-faults", "[]", Mode.SIMULATION, "1");
    private static final Scenario SCENARIO = RESULT.scenario().withMessages(4);

    private static Cell cell(Double... ettSeconds) {
        Cell cell = RESULT.cells().get(0);
        return new Cell(cell.row(), cell.points(), List.of(ettSeconds), List.of(), List.of());
    }

    @Test
    void shouldCountFirstArrivalsPerSecond() {
        // Due at 0, .5, 1 and 1.5 s.
        assertThat(Curves.goodput(cell(0.1, 0.1, 2.5, 2.0), SCENARIO))
                .extracting(Point::x, Point::y)
                .containsExactly(tuple(0.5, 2.0), tuple(1.5, 0.0), tuple(2.5, 0.0), tuple(3.5, 2.0));
    }

    @Test
    void shouldLeaveOutWhatNeverArrived() {
        assertThat(Curves.goodput(cell(0.1, Double.NaN, Double.NaN, Double.NaN), SCENARIO))
                .hasSize(1);
        assertThat(Curves.goodput(cell(), SCENARIO)).isEmpty();
    }

    @Test
    void shouldFallFromOneToTheSlowestMessageWhenNothingWasLost() {
        Cell cell = Samples.result("no-faults", "[]", Mode.SIMULATION, "1", "2", "3")
                .cells()
                .get(0);

        List<Point> points = Curves.exceedance(cell);

        assertThat(points)
                .hasSizeBetween(100, 300)
                .startsWith(Point.of(cell.ettSeconds().get(0), 1))
                .endsWith(Point.of(cell.ettSeconds().get(899), 1 / 900.0))
                .isSortedAccordingTo(Comparator.comparingDouble(Point::x));
        assertThat(points)
                .isSortedAccordingTo(Comparator.comparingDouble(Point::y).reversed());
    }

    @Test
    void shouldBeEmptyWhenTheMessagesWereNotKept() {
        Cell cell = Cell.of(Samples.result("no-faults", "[]", Mode.SIMULATION, "1")
                .cells()
                .get(0)
                .row());

        assertThat(Curves.exceedance(cell)).isEmpty();
    }
}
