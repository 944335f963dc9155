package io.github.restartoracle.benchmarks.lab.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SurgeTest {
    private static final int N = 20_000;

    private final Surge surge = new Surge(new SplittableRandom(1998));

    @Test
    void shouldThinkAsBarfordAndCrovellaFound() {
        long[] pauses = LongStream.generate(surge::pauseNanos).limit(N).sorted().toArray();
        // The median of a Pareto distribution is k 2^(1/alpha).
        assertThat(pauses[N / 2] / 1e9).isCloseTo(Math.pow(2, 1 / 1.5), within(0.03));
        assertThat(pauses[0]).isGreaterThanOrEqualTo(1_000_000_000L);
        assertThat(pauses[N - 1]).isEqualTo(Surge.LONGEST.toNanos());
    }

    @Test
    void shouldAskForSizesOfTheBodyOfTheDistribution() {
        long[] sizes =
                LongStream.generate(surge::responseBytes).limit(N).sorted().toArray();
        // exp(mu), and a little less, since the 5 % above 133,000 bytes are cut off.
        assertThat((double) sizes[N / 2]).isCloseTo(Math.exp(9.357), Percentage.withPercentage(7));
        assertThat(sizes[0]).isGreaterThanOrEqualTo(Call.MIN_BYTES);
        assertThat(sizes[N - 1]).isLessThanOrEqualTo(133_000);
    }
}
