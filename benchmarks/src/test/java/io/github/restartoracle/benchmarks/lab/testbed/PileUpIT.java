package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.settings.Settings;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ten thousand messages in an outage. */
class PileUpIT {
    private static final int MESSAGES = 10_000;

    private static HttpWire wire(int port) {
        return new HttpWire("http://127.0.0.1:" + port + "/sink", 100);
    }

    @Test
    void shouldBoundThreadsAndAttemptsWhileMessagesPileUp() throws Exception {
        int port = ServerPorts.next();
        Scenario scenario = PaperScenarios.find(Transport.HTTP, "no-faults")
                .orElseThrow()
                .withMessages(MESSAGES)
                .withInterval(Duration.ofNanos(100_000));
        Settings settings = Settings.of(Map.of(
                "oracle", "fixed",
                "initial-timeout", "2s",
                "max-in-flight", "64",
                "order", "free"));
        try (DestinationEnd destination = new DestinationEnd(wire(port), Service.PROMPT, "run", false);
                InProcessLink link = InProcessLink.open(InProcessLink.Settings.to("127.0.0.1", port));
                SourceEnd source = new SourceEnd(wire(link.address().getPort()), Connections.KEPT, settings)) {
            source.warmUp();
            int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
            link.cut(Duration.ofHours(1));
            source.send(scenario, System.nanoTime());
            assertThat(source.queue().outstanding()).isEqualTo(MESSAGES);
            assertThat(source.queue().attemptsUnderWay()).isBetween(1, 64);
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore)
                    .isLessThan(40);
            link.cut(Duration.ZERO);
            assertThat(source.drain(Duration.ofMinutes(30))).isZero();
            assertThat(destination.report().delivered()).isEqualTo(MESSAGES);
            assertThat(destination.report().duplicatesDelivered()).isZero();
        }
    }
}
