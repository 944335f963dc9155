package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PostgreSQL is frozen (SIGSTOP) for longer than the store waits for it, and the source is killed (SIGKILL) after that: what
 * its next life sends are the calls that have returned, and no other.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // every test starts the processes first
class FrozenDatabaseIT {
    /** What the processes have written is kept if they fail. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private PostgresServer server;
    private Child.Life sending;
    private Child source;
    private Child destination;

    @AfterEach
    void end() {
        source.kill();
        destination.kill();
        server.close();
    }

    private List<String> delivered() {
        return destination.delivered().stream()
                .map(line -> line.split(" ", -1)[1])
                .toList();
    }

    @ParameterizedTest(name = "in order {0}")
    @ValueSource(booleans = {true, false})
    void shouldSendTheCallsThatHaveReturnedAndNoOther(boolean inOrder) {
        server = new PostgresServer(directory.resolve("postgres"));
        int port = FreePort.next();
        Child.Life receiving = new Child.Life(
                "destination",
                server.newDatabase("destination"),
                port,
                DeliveryAssurance.EXACTLY_ONCE,
                inOrder,
                "destination",
                2_000);
        sending = new Child.Life(
                "source", server.newDatabase("source"), port, DeliveryAssurance.EXACTLY_ONCE, inOrder, "source", 2_000);
        destination = receiving.start(directory.resolve("destination.log")).ready();
        source = sending.start(directory.resolve("source.log")).ready();
        source.ask("put o 0 1", "done");
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        destination.kill();
        server.signal("STOP");
        source.ask("put o 2 3", "done");
        server.signal("CONT");
        assertThat(source.calls()).as("calls that have returned").isEqualTo(2);
        source.ask("put o 4 4", "done");
        source.kill();
        assertThat(source.put()).containsExactly("o000000", "o000001", "o000004");
        source = sending.start(directory.resolve("source.log")).ready();
        destination = receiving.start(directory.resolve("destination.log")).ready();
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(delivered()).hasSizeGreaterThanOrEqualTo(3));
        assertThat(delivered()).containsExactlyInAnyOrder("o000000", "o000001", "o000004");
    }
}
