package io.github.restartoracle.benchmarks.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HostTimesTest {
    @Test
    void shouldDrawEachMeasuredTimeAsOftenAsTheOthers() {
        HostTimes times = HostTimes.of(30, 10, -5);
        long[] drawn =
                LongStream.range(0, 30_000).map(key -> times.nanos(key, 1, 1)).toArray();

        for (long time : new long[] {0, 10, 30}) {
            assertThat((double) LongStream.of(drawn).filter(one -> one == time).count() / drawn.length)
                    .as("share of %d with keys from 0", time)
                    .isEqualTo(1 / 3.0, within(0.015));
        }
        assertThat(times.meanSeconds()).isEqualTo(40 / 3e9, within(1e-15));
    }

    @Test
    void shouldComeInTheOrderInWhichTheyWereMeasured() {
        HostTimes times = HostTimes.of(0, 10, 20, 30, 40).inOrder();

        List<Long> drawn = IntStream.range(0, 10)
                .mapToObj(message -> times.nanos(message, 7, message))
                .toList();

        assertThat(drawn.subList(0, 5)).containsExactlyInAnyOrder(0L, 10L, 20L, 30L, 40L);
        assertThat(drawn.subList(5, 10)).isEqualTo(drawn.subList(0, 5));
        for (int i = 1; i < 10; i++) {
            assertThat(drawn.get(i)).isEqualTo((drawn.get(i - 1) + 10) % 50);
        }
    }

    @Test
    void shouldHaveTheMeanThatWasAskedForWhenItIsExponential() {
        assertThat(HostTimes.exponential(Duration.ofMillis(150)).meanSeconds()).isEqualTo(0.15, within(0.0001));
    }

    @Test
    void shouldRefuseToDrawFromNothing() {
        assertThatIllegalArgumentException().isThrownBy(HostTimes::of);
    }
}
