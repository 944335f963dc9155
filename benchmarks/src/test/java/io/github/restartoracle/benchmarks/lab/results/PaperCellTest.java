package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import org.junit.jupiter.api.Test;

class PaperCellTest {
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
