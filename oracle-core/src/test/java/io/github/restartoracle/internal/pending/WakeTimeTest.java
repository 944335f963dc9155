package io.github.restartoracle.internal.pending;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakeTimeTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1_000, Long.MAX_VALUE - 3, Long.MIN_VALUE})
    void shouldWakeAtTheEarliestThatWasHeardOf(long now) {
        WakeTime wake = new WakeTime(now);
        assertThat(wake.nanosUntil(now)).isEqualTo(WakeTime.NEVER_NANOS);

        assertThat(wake.bringForward(now, Long.MAX_VALUE)).isFalse();
        assertThat(wake.bringForward(now, 10)).isTrue();
        assertThat(wake.bringForward(now, 10)).isFalse();
        assertThat(wake.bringForward(now, 11)).isFalse();
        assertThat(wake.nanosUntil(now + 4)).isEqualTo(6);
        assertThat(wake.bringForward(now + 4, 5)).isTrue();
        assertThat(wake.nanosUntil(now + 4)).isEqualTo(5);
        assertThat(wake.bringForward(now + 4, -7)).isTrue();
        assertThat(wake.nanosUntil(now + 4)).isZero();
        assertThat(wake.nanosUntil(now + 6)).isEqualTo(-2);

        wake.reset(now + 6);
        assertThat(wake.nanosUntil(now + 6)).isEqualTo(WakeTime.NEVER_NANOS);
        assertThat(wake.bringForward(now + 6, 1)).isTrue();
    }
}
