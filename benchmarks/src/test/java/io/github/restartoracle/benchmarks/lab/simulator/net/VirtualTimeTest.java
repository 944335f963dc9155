package io.github.restartoracle.benchmarks.lab.simulator.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    @Test
    void shouldHaveEventsOccurInTheOrderOfTheirTimesAndOfTheirScheduling() {
        long seed = 7;
        Random random = new Random(seed);
        VirtualTime time = new VirtualTime();
        List<Long> occurred = new ArrayList<>();
        for (long i = 0; i < 2_000; i++) {
            long at = random.nextInt(100);
            long order = i;
            time.at(at, now -> occurred.add(now * 1_000_000 + order));
        }

        time.run();

        List<Long> sorted = new ArrayList<>(occurred);
        Collections.sort(sorted);
        assertThat(occurred).as("seed %d", seed).hasSize(2_000).isEqualTo(sorted);
    }

    @Test
    void shouldRefuseThePast() {
        VirtualTime time = new VirtualTime();
        time.at(5, now -> {});
        time.run();

        assertThatIllegalArgumentException().isThrownBy(() -> time.at(4, now -> {}));
        assertThat(time.nextNanos()).isEqualTo(VirtualTime.NEVER);
    }
}
