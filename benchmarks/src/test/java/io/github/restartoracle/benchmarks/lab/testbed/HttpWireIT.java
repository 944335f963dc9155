package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.harness.journal.ArrivalRow;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpWireIT {
    private static final int MESSAGES = 40;
    private static final String SERVICE = "{tls-fails: {at: 1s, for: 6s}}";

    @ParameterizedTest
    @ValueSource(strings = {"canary", "cxf", "resilience4j", "outbox"})
    void shouldDeliverNothingWhileHandshakesFailAndEverythingAfterwards(String oracle) throws Exception {
        Scenario scenario = new ScenarioFiles()
                .parse("tls", "name: tls\nmessages: " + MESSAGES + "\ninterval: 100ms\nservice: " + SERVICE)
                .get(0);
        Wire wire = HttpWire.of("127.0.0.1", FreePort.next(), scenario);
        List<ArrivalRow> arrived;
        long startNanos;
        try (DestinationEnd destination =
                        new DestinationEnd(wire, scenario.service(), "run", OracleSpec.isPlain(oracle));
                SourceEnd source = new SourceEnd(wire, Connections.KEPT, Settings.of(Map.of("oracle", oracle)))) {
            source.warmUp();
            startNanos = System.nanoTime();
            destination.begin(startNanos);
            source.send(scenario, startNanos);
            assertThat(source.drain(Duration.ofMinutes(5))).isZero();
            await().until(() -> destination.report().delivered() == MESSAGES);
            assertThat(destination.report().duplicatesDelivered())
                    .matches(copies -> copies == 0 || OracleSpec.isPlain(oracle));
            arrived = destination.report().arrivals();
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
