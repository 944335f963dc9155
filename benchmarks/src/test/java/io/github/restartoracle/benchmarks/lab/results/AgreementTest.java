package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AgreementTest {
    /**
     * Returns a cell that was simulated with a mean of 1 s and .10: of 1,000 runs the 5 least and the 5 greatest are outside.
     */
    private static Agreement measured(double ett, double urc) {
        List<RunPoint> runs = IntStream.range(0, 1000)
                .mapToObj(i -> new RunPoint("run-" + i, 0.5 + i / 1000.0, i / 5000.0))
                .toList();
        Cell simulated = new Cell(Rows.of("fixed", 1, 0.1), runs, List.of(), List.of(), List.of());
        return new Agreement(simulated, Rows.of("fixed", ett, urc));
    }

    private static boolean holds(double ett, double urc) {
        return new Agreement(Cell.of(Rows.of("fixed", ett, urc)), Rows.of("fixed", 10, 0.40)).holds();
    }

    @Test
    void shouldHoldWithinTenPercentAndTwoHundredths() {
        assertThat(holds(10.9, 0.41)).isTrue();
        assertThat(holds(11.1, 0.41)).isFalse();
        assertThat(holds(10.9, 0.43)).isFalse();
    }

    @Test
    void shouldCompareAnOracleWithItselfOnly() {
        assertThat(Agreement.of(List.of(Cell.of(Rows.of("fixed", 10, 0.40))), List.of(Rows.of("qest", 1, 1))))
                .isEmpty();
    }

    @Test
    void shouldHoldForARunWhenTheMeasuredMeansAreNear() {
        assertThat(measured(1.09, 0.11).holdsForARun()).isTrue();
    }

    @Test
    void shouldHoldForARunWhenItCouldBeOneOfTheSimulated() {
        assertThat(measured(1.49, 0.11).holdsForARun()).isTrue();
        assertThat(measured(0.51, 0.19).holdsForARun()).isTrue();
        assertThat(measured(1, 0.1).ettInterval()).containsExactly(0.505, 1.494);
    }

    @Test
    void shouldNotHoldForARunWhenItCouldNot() {
        assertThat(measured(1.4945, 0.1).holdsForARun()).isFalse();
        assertThat(measured(1, 0.1995).holdsForARun()).isFalse();
        assertThat(measured(1000, 77).holdsForARun()).isFalse();
        assertThat(measured(Double.NaN, 0.1).holdsForARun()).isFalse();
    }
}
