package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaperCellTest {
    /** Returns a line with the printed values 2.20 ± 0.12 and 0.42 ± 0.03. */
    private static Row row(double ett, double urc, int messages) {
        return Rows.of(
                "fixed",
                ett,
                urc,
                CellColumns.MESSAGES,
                messages,
                CellColumns.PAPER_ETT,
                2.2,
                CellColumns.PRINTED_ETT,
                2.2,
                CellColumns.PRINTED_ETT_CI,
                0.12,
                CellColumns.PRINTED_URC,
                0.42,
                CellColumns.PRINTED_URC_CI,
                0.03);
    }

    private static boolean within(double ett, double urc, String quantity) {
        return PaperCell.isWithin(Cell.of(row(ett, urc, 2000)), quantity);
    }

    private static List<Cell> compared(int messages) {
        Cell cell = Cell.of(row(2.2, 0.42, messages));
        return PaperCell.compared(
                List.of(new ScenarioResult(PaperScenarios.of(Transport.HTTP).get(0), List.of(cell))));
    }

    @Test
    void shouldAllowForThePrintedIntervalAndItsRounding() {
        assertThat(within(2.324, 0.4549, CellColumns.ETT)).isTrue();
        assertThat(within(2.324, 0.4549, CellColumns.URC)).isTrue();
        assertThat(within(2.326, 0.456, CellColumns.ETT)).isFalse();
        assertThat(within(2.326, 0.456, CellColumns.URC)).isFalse();
        assertThat(within(2.2, 77, CellColumns.URC)).isFalse();
        assertThat(within(Double.NaN, 0.42, CellColumns.ETT)).isFalse();
    }

    @Test
    void shouldCompareRunsOfThePapersLengthOnly() {
        assertThat(compared(2000)).hasSize(1);
        assertThat(compared(300)).isEmpty();
    }

    @Test
    void shouldGiveThePrintedValuesWhenTheCellIsThere() {
        PaperCell cell =
                PaperCell.find(Transport.MAIL, "disruption-60s", "qest").orElseThrow();

        assertThat(cell.ettSeconds()).hasValue(11.93);
        assertThat(cell.ettCi95Seconds()).hasValue(0.46);
        assertThat(cell.urc()).hasValue(0.12);
        assertThat(cell.urcCi95()).hasValue(0.01);
    }

    @Test
    void shouldHaveNoValuesWhenThePaperReportsNone() {
        PaperCell cell = PaperCell.find(Transport.HTTP, "loss-2pct", "none").orElseThrow();

        assertThat(cell.ettSeconds()).isEmpty();
        assertThat(cell.rescaled(400).orElseThrow().ettSeconds()).isEmpty();
        assertThat(PaperCell.find(Transport.HTTP, "disruption-60s", "delphi")).isEmpty();
    }
}
