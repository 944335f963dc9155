package io.github.restartoracle.benchmarks.studies.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.ParsedOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FastAndFairSuiteTest {
    private final FastAndFairSuite suite = new FastAndFairSuite();

    @Test
    void shouldRunThePapersScenariosWhenNothingIsSaid() throws IOException {
        assertThat(suite.scenarios(ParsedOptions.of(Mode.TESTBED))).isEqualTo(PaperScenarios.of(Transport.HTTP));
        assertThat(suite.scenarios(ParsedOptions.of(Mode.SIMULATION))).hasSize(10);
        assertThat(suite.scale(ParsedOptions.of(Mode.SIMULATION))).isEqualTo(Scale.PAPER);
        assertThat(suite.scale(ParsedOptions.of(Mode.TESTBED))).isEqualTo(Scale.QUICK);
        assertThat(suite.scale(ParsedOptions.of(Mode.DEMO))).isEqualTo(Scale.DEMO);
    }

    @Test
    void shouldRunTheTransportsAskedFor() throws IOException {
        SuiteOptions mail = ParsedOptions.of(Mode.TESTBED, "--transport", "mail");

        assertThat(suite.scenarios(mail)).isEqualTo(PaperScenarios.of(Transport.MAIL));
        assertThat(suite.directory(mail)).isEqualTo("fast-and-fair-mail");
        assertThat(suite.directory(ParsedOptions.of(Mode.TESTBED, "--transport", "http,mail")))
                .isEqualTo("fast-and-fair");
    }
}
