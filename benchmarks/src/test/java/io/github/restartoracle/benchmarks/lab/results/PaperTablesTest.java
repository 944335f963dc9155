package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import org.junit.jupiter.api.Test;

class PaperTablesTest {
    private final PaperTables tables = PaperTables.ofDefaults();

    @Test
    void shouldGiveThePrintedValuesWhenTheCellIsThere() {
        PaperCell cell = tables.find(Transport.MAIL, "disruption-60s", "qest").orElseThrow();

        assertThat(cell.ettSeconds()).hasValue(11.93);
        assertThat(cell.ettCi95Seconds()).hasValue(0.46);
        assertThat(cell.urc()).hasValue(0.12);
        assertThat(cell.urcCi95()).hasValue(0.01);
    }

    @Test
    void shouldHaveNoValuesWhenThePaperReportsNone() {
        PaperCell cell = tables.find(Transport.HTTP, "loss-2pct", "none").orElseThrow();

        assertThat(cell.ettSeconds()).isEmpty();
        assertThat(cell.rescaled(tables.noFaults(Transport.HTTP, "none").orElseThrow(), 400)
                        .ettSeconds())
                .isEmpty();
        assertThat(tables.find(Transport.HTTP, "disruption-60s", "delphi")).isEmpty();
    }
}
