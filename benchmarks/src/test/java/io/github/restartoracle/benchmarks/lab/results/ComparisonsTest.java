package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparisonsTest {
    private static Cell cell(String oracle, double... etts) {
        List<RunPoint> points = List.of(
                new RunPoint("run-1", etts[0], 0.1),
                new RunPoint("run-2", etts[1], 0.2),
                new RunPoint("run-3", etts[2], 0.3));
        return new Cell(Rows.of(oracle, etts[0], 0.2), points, List.of(), List.of(), List.of());
    }

    private static Row row(String oracle, double ett, double urc, int lost) {
        return Rows.of(oracle, ett, urc, CellColumns.LOST, lost);
    }

    @Test
    void shouldCancelTheLuckThatTwoOraclesShare() {
        PairedDifference difference = PairedDifference.of(cell("a", 1.5, 9.5, 4.5), cell("b", 1, 9, 4));

        assertThat(difference.ettSeconds().mean()).isEqualTo(0.5, within(1e-12));
        assertThat(difference.ettSeconds().halfWidth().orElseThrow()).isEqualTo(0, within(1e-9));
        assertThat(difference.urc().mean()).isZero();
    }

    @Test
    void shouldFindTheFrontAndTheAreaThatItLeavesBehind() {
        ParetoFront front = ParetoFront.of(Stream.of(
                        row("none", 4, 0, 0),
                        row("fixed", 1, 0.4, 0),
                        row("beaten", 3, 0.3, 0),
                        row("adaptive", 2, 0.1, 0),
                        row("lossy", 0.5, 0, 1))
                .map(Cell::of)
                .toList());

        assertThat(front.members()).extracting(Cell::oracle).containsExactly("fixed", "adaptive", "none");
        // Only the area that is better than none in ETT and better than fixed in URC: (4 - 2) x (0.4 - 0.1).
        assertThat(front.hypervolume()).isEqualTo(0.6, within(1e-12));
    }
}
