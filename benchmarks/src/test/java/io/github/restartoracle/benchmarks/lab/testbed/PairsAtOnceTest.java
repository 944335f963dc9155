package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairsAtOnceTest {
    private static HostLateness late(double p99Millis) {
        return new HostLateness(1000, p99Millis, 2 * p99Millis);
    }

    @ParameterizedTest(name = "{0} pairs, {1} ms late")
    @CsvSource({"12, 2, 18", "1, 2, 2", "12, 30, 12", "12, 50, 12", "12, 51, 6", "1, 900, 1"})
    void shouldFollowTheMachineWhenAsManyRunsHaveEndedAsThereAreAtOnce(int before, double p99Millis, int after) {
        PairsAtOnce pairs = new PairsAtOnce(before);
        for (int run = 0; run < before; run++) {
            pairs = pairs.after(0, late(p99Millis));
        }

        assertThat(pairs.number()).isEqualTo(after);
    }

    @Test
    void shouldHalveOnceWhenRunsThatBeganTogetherWereLate() {
        PairsAtOnce pairs =
                new PairsAtOnce(16).after(0, late(2)).after(0, late(80)).after(0, late(90));

        assertThat(pairs.number()).isEqualTo(8);
        assertThat(pairs.after(pairs.change(), late(80)).number()).isEqualTo(4);
    }

    @Test
    void shouldNotGrowWhenOneOfTheRunsHadLittleRoom() {
        PairsAtOnce pairs = new PairsAtOnce(2).after(0, late(11)).after(0, late(2));

        assertThat(pairs.number()).isEqualTo(2);
    }
}
