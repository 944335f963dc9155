package io.github.restartoracle.benchmarks.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MailRateTest {
    @Test
    void shouldGiveTheMedianAndTheThirdFromBothEnds() {
        List<Double> twelve =
                IntStream.rangeClosed(1, 12).mapToObj(i -> i / 10.0).toList();

        assertThat(MailRate.summary(twelve))
                .isEqualTo("65 % of the bare loop (third lowest and third highest of 12 rounds: 30 and 100 %)");
    }
}
