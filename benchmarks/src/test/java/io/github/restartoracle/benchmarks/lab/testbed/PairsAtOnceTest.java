package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairsAtOnceTest {
    @ParameterizedTest(name = "{0} pairs, {1} ms late")
    @CsvSource({"12, 2, 18", "1, 2, 2", "12, 30, 12", "12, 50, 12", "12, 51, 6", "1, 900, 1"})
    void shouldFollowTheMachine(int before, double p99Millis, int after) {
        HostLateness worst = new HostLateness(1000, p99Millis, 2 * p99Millis);

        assertThat(new PairsAtOnce(before).after(worst).number()).isEqualTo(after);
    }
}
