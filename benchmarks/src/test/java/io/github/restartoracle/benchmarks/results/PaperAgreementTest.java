package io.github.restartoracle.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.experiments.Transport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PaperAgreementTest {
    private static final PaperCell PRINTED = PaperTables.ofDefaults()
            .find(Transport.HTTP, "disruption-60s", "fixed")
            .orElseThrow();

    private static Cell cell(int messages, double ett, double urc, double ettHalfWidth) {
        ResultRow row = new ResultRow(
                Source.SIMULATION,
                Transport.HTTP,
                "disruption-60s",
                "fixed",
                10,
                messages,
                ett,
                OptionalDouble.of(ettHalfWidth),
                ett,
                ett,
                ett,
                urc,
                OptionalDouble.of(0),
                1,
                0,
                0,
                1,
                ett);
        Estimate mean = Estimate.overRuns(ett, ett);
        return new Cell(
                row,
                mean,
                mean,
                List.of(),
                List.of(),
                Optional.of(PRINTED),
                Optional.of(PRINTED),
                Optional.empty(),
                Optional.empty());
    }

    private static PaperAgreement of(double ett, double urc, double ettHalfWidth) {
        return PaperAgreement.of(List.of(cell(2000, ett, urc, ettHalfWidth))).get(0);
    }

    /** Printed: 2.20 ± 0.12 and 0.42 ± 0.03. */
    @Test
    void shouldAllowForThePrintedIntervalAndItsRounding() {
        assertThat(of(2.324, 0.4549, 0).ettWithin()).isTrue();
        assertThat(of(2.324, 0.4549, 0).urcWithin()).isTrue();
        assertThat(of(2.326, 0.456, 0).ettWithin()).isFalse();
        assertThat(of(2.326, 0.456, 0).urcWithin()).isFalse();
    }

    @Test
    void shouldCallItChanceWhenOurOwnIntervalReachesThePrintedOne() {
        assertThat(of(2.4, 0.42, 0.1).mayBeChance()).isTrue();
        assertThat(of(2.4, 0.42, 0.05).mayBeChance()).isFalse();
        assertThat(of(2.4, 0.5, 0.1).mayBeChance()).isFalse();
    }

    @Test
    void shouldCompareRunsOfThePapersLengthOnly() {
        assertThat(PaperAgreement.of(List.of(cell(300, 2.2, 0.42, 0)))).isEmpty();
    }
}
