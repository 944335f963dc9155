package io.github.restartoracle.harness.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WilsonIntervalTest {
    @Test
    void shouldAgreeWithThePublishedExampleWhenComputed() {
        // Newcombe, Statistics in Medicine 17 (1998), table I: 81/263 and 15/148 at 95 %.
        assertInterval(WilsonInterval.of(81, 263, 1.959964), 0.2553, 0.3662);
        assertInterval(WilsonInterval.of(15, 148, 1.959964), 0.0624, 0.1605);
        assertInterval(WilsonInterval.of(0, 20, 1.959964), 0.0000, 0.1611);
        assertInterval(WilsonInterval.of(1, 29, 1.959964), 0.0061, 0.1718);
    }

    private static void assertInterval(WilsonInterval interval, double low, double high) {
        assertThat(interval.low()).isCloseTo(low, within(5e-5));
        assertThat(interval.high()).isCloseTo(high, within(5e-5));
    }

    @Test
    void shouldContainEverythingWhenNothingWasSeen() {
        assertThat(WilsonInterval.of(0, 0, 5)).isEqualTo(new WilsonInterval(0, 1));
    }

    @Test
    void shouldContainTheEndsWhenAllOrNothingWasLost() {
        assertThat(WilsonInterval.of(0, 1_000_000, 5).contains(0)).isTrue();
        assertThat(WilsonInterval.of(1_000_000, 1_000_000, 5).contains(1)).isTrue();
    }
}
