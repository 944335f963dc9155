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
 * PostgreSQL is frozen (SIGSTOP) for longer than the store waits for it, and the source is killed (SIGKILL) after that. Its
 * next life sends the orders whose calls have returned, and no other.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // every test starts the processes first
class FrozenDatabaseIT {
    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private PostgresServer server;
    private StoreProcess.Life sending;
    private StoreProcess source;
    private StoreProcess destination;
    private int next;

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

    /** Calls until one call has returned: some fail where the database is slow and not frozen. */
    private void putOne() {
        int before = source.calls();
        await().atMost(Duration.ofMinutes(5)).until(() -> {
            source.ask("put o " + next + " " + next, "done");
            next++;
            return source.calls() > before;
        });
    }

    @ParameterizedTest(name = "in order {0}")
    @ValueSource(booleans = {true, false})
    void shouldSendTheCallsThatHaveReturnedAndNoOther(boolean inOrder) {
        server = new PostgresServer(directory.resolve("postgres"));
        int port = FreePort.next();
        StoreProcess.Life receiving = new StoreProcess.Life(
                        "destination",
                        server.newDatabase("destination"),
                        port,
                        DeliveryAssurance.EXACTLY_ONCE,
                        inOrder,
                        "destination",
                        2_000)
                .impatient();
        sending = new StoreProcess.Life(
                        "source",
                        server.newDatabase("source"),
                        port,
                        DeliveryAssurance.EXACTLY_ONCE,
                        inOrder,
                        "source",
                        2_000)
                .impatient();
        destination = receiving.start(directory.resolve("destination.log")).ready();
        source = sending.start(directory.resolve("source.log")).ready();
        putOne();
        putOne();
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        destination.kill();
        server.signal("STOP");
        int before = source.calls();
        source.ask("put o " + next + " " + (next + 1), "done");
        next += 2;
        server.signal("CONT");
        assertThat(source.calls()).as("calls that have returned").isEqualTo(before);
        putOne();
        source.kill();
        List<String> put = source.put();
        assertThat(put).hasSize(3);
        source = sending.start(directory.resolve("source.log")).ready();
        destination = receiving.start(directory.resolve("destination.log")).ready();
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(delivered()).hasSizeGreaterThanOrEqualTo(put.size()));
        assertThat(delivered()).containsExactlyInAnyOrderElementsOf(put);
    }
}
