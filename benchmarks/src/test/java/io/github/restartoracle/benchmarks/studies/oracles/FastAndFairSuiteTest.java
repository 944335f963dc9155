package io.github.restartoracle.benchmarks.studies.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.Mode;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FastAndFairSuiteTest {
    private final FastAndFairSuite suite = new FastAndFairSuite();

    private static SuiteOptions options(Mode mode) {
        return SuiteOptions.of("fast-and-fair", mode);
    }

    @Test
    void shouldRunThePapersScenariosWhenNothingIsSaid() throws IOException {
        assertThat(suite.scenarios(options(Mode.TESTBED))).isEqualTo(PaperScenarios.http());
        assertThat(suite.scenarios(options(Mode.SIMULATION))).hasSize(10);
        assertThat(suite.scale(options(Mode.SIMULATION))).isEqualTo(Scale.PAPER);
        assertThat(suite.scale(options(Mode.TESTBED))).isEqualTo(Scale.QUICK);
        assertThat(suite.scale(options(Mode.DEMO))).isEqualTo(Scale.DEMO);
    }

    @Test
    void shouldRunTheTransportsAskedFor() throws IOException {
        SuiteOptions mail = options(Mode.TESTBED).withTransports(List.of(Transport.MAIL));

        assertThat(suite.scenarios(mail)).isEqualTo(PaperScenarios.mail());
        assertThat(suite.directory(mail)).isEqualTo("fast-and-fair-mail");
        assertThat(suite.directory(mail.withTransports(List.of(Transport.HTTP, Transport.MAIL))))
                .isEqualTo("fast-and-fair");
    }
}
