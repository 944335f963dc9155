package io.github.restartoracle.benchmarks.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SuiteTest {
    @Test
    void shouldFindEverySuiteByItsName() {
        assertThat(Suite.all())
                .extracting(Suite::name)
                .containsExactly(
                        "backlog",
                        "conditional",
                        "fast-and-fair",
                        "http-latency",
                        "loss-position",
                        "shipped",
                        "shoot-out",
                        "simulated-vs-actual",
                        "story")
                .allSatisfy(name -> assertThat(Suite.named(name).name()).isEqualTo(name));
        assertThat(Suite.all()).extracting(Suite::question).allMatch(question -> question.endsWith("?"));
    }

    @Test
    void shouldNameWhatThereIsToChooseFrom() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Suite.named("loss"))
                .withMessage(
                        "suite = \"loss\": expected one of backlog, conditional, fast-and-fair, http-latency, loss-position,"
                                + " shipped, shoot-out, simulated-vs-actual, story");
    }
}
