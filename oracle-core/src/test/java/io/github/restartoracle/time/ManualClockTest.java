package io.github.restartoracle.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    @Test
    void shouldShowWhatItIsTold() {
        ManualClock clock = new ManualClock();
        assertThat(clock.nanoTime()).isZero();
        clock.advance(5);
        clock.advance(Duration.ofNanos(7));
        assertThat(clock.nanoTime()).isEqualTo(12);
        clock.set(-3);
        assertThat(clock.nanoTime()).isEqualTo(-3);
        assertThat(new ManualClock(9).nanoTime()).isEqualTo(9);
    }

    @Test
    void shouldRefuseToAdvanceBackwards() {
        ManualClock clock = new ManualClock(9);
        clock.advance(0);
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(-1));
        assertThat(clock.nanoTime()).isEqualTo(9);
    }

    @Test
    void shouldNotGoBackWhenItIsTheClockOfTheMachine() {
        NanoClock clock = NanoClock.system();
        long before = clock.nanoTime();
        assertThat(clock.nanoTime() - before).isNotNegative();
        assertThat(before).isNotZero();
    }
}
