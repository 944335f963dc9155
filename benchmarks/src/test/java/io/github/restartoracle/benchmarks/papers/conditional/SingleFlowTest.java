package io.github.restartoracle.benchmarks.papers.conditional;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SingleFlowTest {
    @Test
    void shouldRecogniseFullSegmentsAndOneRest() {
        assertThat(SingleFlow.of(1448, 1448, 1448, 500)).isTrue();
        assertThat(SingleFlow.of(1448, 1448)).isTrue();
        assertThat(SingleFlow.of(50)).isTrue();
    }

    @Test
    void shouldRecogniseASenderThatHadToWait() {
        // Two pairs of a full segment and a rest: the data would fit into one segment less.
        assertThat(SingleFlow.of(1448, 500, 1448, 500)).isFalse();
        // As many segments as needed, but two of them are not full.
        assertThat(SingleFlow.of(1448, 1000, 1000)).isFalse();
        assertThat(SingleFlow.of()).isFalse();
    }

    @Test
    void shouldAgreeWithWhatAFlowMeterKeeps() {
        assertThat(SingleFlow.ofMeter(12_974, 9, 12_974 - 8 * 1448, 1448)).isTrue();
        assertThat(SingleFlow.ofMeter(12_974, 10, 500, 1448)).isFalse();
    }
}
