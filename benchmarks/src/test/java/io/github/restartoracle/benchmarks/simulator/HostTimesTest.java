package io.github.restartoracle.benchmarks.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HostTimesTest {
    @Test
    void shouldDrawEachMeasuredTimeAsOftenAsTheOthers() {
        HostTimes times = HostTimes.of(30, 10, -5);
        long[] drawn = LongStream.range(0, 30_000).map(times::nanos).toArray();

        for (long time : new long[] {0, 10, 30}) {
            assertThat((double) LongStream.of(drawn).filter(one -> one == time).count() / drawn.length)
                    .as("share of %d with keys from 0", time)
                    .isEqualTo(1 / 3.0, within(0.015));
        }
        assertThat(times.meanSeconds()).isEqualTo(40 / 3e9, within(1e-15));
    }

    @Test
    void shouldRefuseToDrawFromNothing() {
        assertThatIllegalArgumentException().isThrownBy(HostTimes::of);
    }
}
