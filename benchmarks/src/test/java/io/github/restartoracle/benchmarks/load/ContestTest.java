package io.github.restartoracle.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class ContestTest {
    private final List<String> turns = new ArrayList<>();

    private Callable<double[]> contestant(String name, double factor) {
        return () -> {
            turns.add(name);
            return new double[] {factor * turns.size(), factor};
        };
    }

    @Test
    void shouldBeginEachRoundWithAnotherContestant() throws Exception {
        Contest contest = new Contest("turns")
                .with("a", contestant("a", 1))
                .with("b", contestant("b", 1))
                .with("c", contestant("c", 1));

        contest.hold(0, 3);

        assertThat(String.join("", turns)).isEqualTo("cab" + "bca" + "abc");
        assertThat(contest.names()).containsExactly("a", "b", "c");
    }

    @Test
    void shouldCountTheRoundsAfterTheWarmUpOnly() throws Exception {
        Contest contest =
                new Contest("ratios").with("base", contestant("base", 1)).with("other", contestant("other", 2));

        contest.hold(1, 2);

        // Turns 1 and 2 warm up; then the other comes third and sixth, the base fourth and fifth.
        assertThat(contest.ratios("other", "base")).containsExactly(2 * 3 / 4.0, 2 * 6 / 5.0);
        assertThat(contest.median("other", 0)).isEqualTo(9);
        assertThat(contest.median("other", 1)).isEqualTo(2);
    }
}
