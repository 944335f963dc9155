package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MeasuredCellTest {
    /**
     * Returns a cell that was simulated with a mean of 1 s and .10: of 1,000 runs the 5 least and the 5 greatest are outside.
     */
    private static MeasuredCell measured(double ett, double urc) {
        List<RunPoint> runs = IntStream.range(0, 1000)
                .mapToObj(i -> new RunPoint("run-" + i, 0.5 + i / 1000.0, i / 5000.0))
                .toList();
        return new MeasuredCell(new Agreement(Rows.of("fixed", 1, 0.1), Rows.of("fixed", ett, urc)), runs);
    }

    @Test
    void shouldAgreeWhenTheMeasuredMeansAreNear() {
        assertThat(measured(1.09, 0.11).agrees()).isTrue();
    }

    @Test
    void shouldAgreeWhenTheMeasuredRunCouldBeOneOfTheSimulated() {
        assertThat(measured(1.49, 0.11).agrees()).isTrue();
        assertThat(measured(0.51, 0.19).agrees()).isTrue();
        assertThat(measured(1, 0.1).ettInterval()).containsExactly(0.505, 1.494);
    }

    @Test
    void shouldNotAgreeWhenItCouldNot() {
        assertThat(measured(1.4945, 0.1).agrees()).isFalse();
        assertThat(measured(1, 0.1995).agrees()).isFalse();
        assertThat(measured(1000, 77).agrees()).isFalse();
        assertThat(measured(Double.NaN, 0.1).agrees()).isFalse();
    }
}
