package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.Source;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExceedanceTest {
    @Test
    void shouldFallFromOneToTheSlowestMessageWhenNothingWasLost() {
        Cell cell = Samples.result("no-faults", "[]", Source.SIMULATION, "1", "2", "3")
                .cells()
                .get(0);

        List<Point> points = Exceedance.of(cell);

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
        Cell cell = Cell.of(Samples.result("no-faults", "[]", Source.SIMULATION, "1")
                .cells()
                .get(0)
                .row());

        assertThat(Exceedance.of(cell)).isEmpty();
    }
}
