package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.harness.junit.RequiresDocker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small version of a cell of Table III: clients, Postfix and Dovecot on each side, and a disruption between the two. */
@Tag("docker")
@RequiresDocker
class MailOnTestbedIT {
    private static final int MESSAGES = 20;

    @TempDir
    Path directory;

    @Test
    void shouldDeliverEachMessageOnceThroughADisruptionBetweenTheMailServers() throws Exception {
        Scenario scenario = new ScenarioFiles().parse("mail", """
                name: mail-smoke
                transport: mail
                messages: 20
                interval: 500ms
                link: {bandwidth: 1mbit, delay: 0ms, jitter: 0ms}
                faults: [{at: 2s, for: 3s, disrupt: both}]
                oracles: [{name: fixed, timeout: 14s}]
                """).get(0);

        CellOutcome outcome = TestbedNodes.run(directory, List.of(scenario), 1).get(0);

        outcome.proof().requireApplied();
        assertThat(outcome.delivered()).isEqualTo(MESSAGES);
        assertThat(outcome.duplicatesDelivered()).isZero();
        assertThat(outcome.unacknowledged()).isZero();
        assertThat(outcome.journal().stream()
                        .filter(row -> row.arrivedNanos().isPresent())
                        .map(row -> row.message())
                        .distinct())
                .hasSize(MESSAGES);
    }
}
