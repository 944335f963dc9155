package io.github.restartoracle.benchmarks.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RatioTest {
    @Test
    void shouldGiveTheMedianAndTheThirdFromBothEnds() {
        List<Double> twelve = IntStream.of(7, 1, 12, 3, 9, 5, 11, 2, 8, 4, 10, 6)
                .mapToObj(i -> i / 10.0)
                .toList();

        assertThat(Ratio.of(twelve))
                .hasToString("65 % of the bare loop (third lowest and third highest of 12 rounds: 30 and 100 %)");
    }

    @Test
    void shouldRefuseTooFewRounds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ratio.of(List.of(1.0, 1.0, 1.0, 1.0)))
                .withMessageContaining("not 4");
    }
}
