package io.github.restartoracle.benchmarks.lab.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.harness.journal.ArrivalRow;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeTlsIT {
    private static final int MESSAGES = 40;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"canary", "cxf"})
    void shouldDeliverNothingWhileHandshakesFailAndEverythingAfterwards(String oracle) throws Exception {
        Wire wire = Wire.http("https://127.0.0.1:" + FreePort.next() + "/sink");
        Path file = directory.resolve("arrivals.csv");
        Service service = Service.parse("{tls-fails: {at: 1s, for: 6s}}");
        List<ArrivalRow> arrived;
        long startNanos;
        try (DestinationEnd destination = new DestinationEnd(wire, service, "run", file);
                SourceEnd source = new SourceEnd(wire, Connections.KEPT, Settings.of(Map.of("oracle", oracle)))) {
            source.warmUp();
            startNanos = System.nanoTime();
            destination.begin(startNanos);
            source.send(MESSAGES, Duration.ofMillis(100), 50, startNanos);
            assertThat(source.drain(Duration.ofMinutes(5))).isZero();
            await().until(() -> destination.delivered() == MESSAGES);
            assertThat(destination.duplicatesDelivered()).isZero();
            destination.flush();
            arrived = Journal.ARRIVALS.read(file);
        }
        assertThat(arrived)
                .extracting(arrival -> arrival.arrivedNanos() - startNanos)
                // Work that the service had begun before has a few seconds to end.
                .noneMatch(nanos -> nanos > Duration.ofSeconds(4).toNanos()
                        && nanos < Duration.ofSeconds(7).toNanos());
    }

    @Test
    void shouldSayWhenItBegins() {
        Service service = Service.parse("{tls-fails: {at: 1s, for: 3s}}");

        assertThat(service.tlsFailsAt(Duration.ofMillis(999).toNanos())).isFalse();
        assertThat(service.tlsFailsAt(Duration.ofSeconds(1).toNanos())).isTrue();
        assertThat(service.tlsFailsAt(Duration.ofSeconds(4).toNanos())).isFalse();
        assertThat(Service.parse(service.notation())).isEqualTo(service);
    }
}
