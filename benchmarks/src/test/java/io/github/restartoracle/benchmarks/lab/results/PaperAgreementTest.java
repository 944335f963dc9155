package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PaperAgreementTest {
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

    private static PaperAgreement of(double ett, double urc) {
        return PaperAgreement.of(List.of(row(ett, urc, 2000))).get(0);
    }

    @Test
    void shouldAllowForThePrintedIntervalAndItsRounding() {
        assertThat(of(2.324, 0.4549).ettWithin()).isTrue();
        assertThat(of(2.324, 0.4549).urcWithin()).isTrue();
        assertThat(of(2.326, 0.456).ettWithin()).isFalse();
        assertThat(of(2.326, 0.456).urcWithin()).isFalse();
        assertThat(of(2.2, 77).holds()).isFalse();
        assertThat(of(Double.NaN, 0.42).holds()).isFalse();
    }

    @Test
    void shouldCompareRunsOfThePapersLengthOnly() {
        assertThat(PaperAgreement.of(List.of(row(2.2, 0.42, 300)))).isEmpty();
    }
}
