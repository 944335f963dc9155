package io.github.restartoracle.benchmarks.studies.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.suite.ParsedOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.harness.testbed.Proxy;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BacklogSuiteTest {
    private final BacklogSuite suite = new BacklogSuite();

    @Test
    void shouldRunOnceWhatItsFilesSay() throws IOException {
        SuiteOptions options = ParsedOptions.of(Mode.TESTBED);

        assertThat(suite.scenarios(options))
                .allSatisfy(scenario ->
                        assertThat(suite.scale(options).apply(scenario)).isEqualTo(scenario))
                .allSatisfy(scenario ->
                        assertThat(suite.runs(options, scenario.transport())).isOne());
    }

    @Test
    void shouldCompareWithClientsWithoutReliableMessagingWhereTheyCanRun() throws IOException {
        assertThat(suite.scenarios(ParsedOptions.of(Mode.TESTBED)))
                .filteredOn(scenario -> scenario.oracles().stream().anyMatch(OracleSpec::isPlain))
                .anyMatch(scenario -> scenario.proxy().isEmpty())
                .extracting(Scenario::proxy)
                .contains(Optional.of(Proxy.HAPROXY_HTTP), Optional.of(Proxy.NGINX_STREAM));
        assertThat(suite.runnable(ParsedOptions.of(Mode.SIMULATION)))
                .noneMatch(scenario -> scenario.oracles().stream().anyMatch(OracleSpec::isPlain));
    }
}
