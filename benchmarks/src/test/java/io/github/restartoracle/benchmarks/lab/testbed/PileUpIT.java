package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.node.DestinationEnd;
import io.github.restartoracle.benchmarks.lab.node.SourceEnd;
import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.settings.Settings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand messages in an outage. */
class PileUpIT {
    private static final int MESSAGES = 10_000;

    @TempDir
    Path directory;

    @Test
    void shouldBoundThreadsAndAttemptsWhileMessagesPileUp() throws Exception {
        int port = ServerPorts.next();
        Settings settings = Settings.of(Map.of(
                "oracle", "fixed",
                "initial-timeout", "2s",
                "max-in-flight", "64",
                "order", "free"));
        try (DestinationEnd destination = new DestinationEnd(
                        "http://127.0.0.1:" + port + "/sink", "run", directory.resolve("arrivals.csv"));
                InProcessLink link = InProcessLink.open(InProcessLink.Settings.to("127.0.0.1", port));
                SourceEnd source = new SourceEnd(
                        "http://127.0.0.1:" + link.address().getPort() + "/sink", Connections.KEPT, settings)) {
            source.warmUp();
            int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
            link.cut(Duration.ofHours(1));
            source.send(MESSAGES, Duration.ofNanos(100_000), 50, System.nanoTime());
            assertThat(source.outstanding()).isEqualTo(MESSAGES);
            assertThat(source.attemptsUnderWay()).isBetween(1, 64);
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore)
                    .isLessThan(40);
            link.cut(Duration.ZERO);
            assertThat(source.drain(Duration.ofMinutes(30))).isZero();
            assertThat(destination.delivered()).isEqualTo(MESSAGES);
            assertThat(destination.duplicatesDelivered()).isZero();
        }
    }
}
