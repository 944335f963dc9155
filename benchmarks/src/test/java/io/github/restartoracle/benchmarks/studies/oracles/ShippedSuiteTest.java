package io.github.restartoracle.benchmarks.studies.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.ParsedOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShippedSuiteTest {
    private final ShippedSuite suite = new ShippedSuite();

    @Test
    void shouldRunWhatUsersGet() throws IOException {
        List<Scenario> scenarios = suite.scenarios(ParsedOptions.of(Mode.TESTBED));

        assertThat(scenarios)
                .isNotEmpty()
                .allMatch(scenario -> scenario.connections() == Connections.KEPT)
                .allSatisfy(scenario -> assertThat(scenario.oracles())
                        .allMatch(oracle -> oracle.properties().isEmpty()))
                .allSatisfy(scenario -> assertThat(scenario.withPeer().oracles().contains(OracleSpec.CXF_AS_SHIPPED))
                        .isNotEqualTo(scenario.deadAddress()));
        assertThat(scenarios).extracting(Scenario::name).doesNotHaveDuplicates().startsWith("no-faults");
        assertThat(scenarios.get(0).oracles())
                .extracting(OracleSpec::name)
                .containsExactly("canary", "jacobson-karn", "qest");
    }

    @Test
    void shouldBeTheSameAtTheScaleOfATestbed() throws IOException {
        SuiteOptions options = ParsedOptions.of(Mode.TESTBED);

        assertThat(suite.scenarios(options))
                .allSatisfy(scenario ->
                        assertThat(suite.scale(options).apply(scenario).name()).isEqualTo(scenario.name()));
        assertThat(suite.scale(options)).isEqualTo(Scale.QUICK);
    }

    @Test
    void shouldLeaveProxiesAndTlsToTheTestbed() throws IOException {
        assertThat(suite.runnable(ParsedOptions.of(Mode.TESTBED))).anyMatch(Scenario::onTestbedOnly);
        assertThat(suite.runnable(ParsedOptions.of(Mode.SIMULATION)))
                .isNotEmpty()
                .noneMatch(Scenario::onTestbedOnly);
    }

    @Test
    void shouldHaveTheIntervalsOfThePeerWhereItCannotRun() throws IOException {
        assertThat(suite.scenarios(ParsedOptions.of(Mode.SIMULATION)))
                .allSatisfy(scenario -> assertThat(scenario.oracles().contains(OracleSpec.CXF_POLICY))
                        .isEqualTo(scenario.transport() == Transport.HTTP));
        assertThat(suite.scenarios(ParsedOptions.of(Mode.TESTBED)))
                .noneMatch(scenario -> scenario.oracles().contains(OracleSpec.CXF_POLICY));
    }

    @Test
    void shouldRefuseScenariosOfOthers() {
        SuiteOptions mail = ParsedOptions.of(Mode.TESTBED, "--transport", "mail");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> suite.scenarios(mail))
                .withMessageContaining("leave out scenarios and transport");
    }
}
