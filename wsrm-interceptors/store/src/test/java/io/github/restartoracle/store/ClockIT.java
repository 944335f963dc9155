package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.house.Needed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Wall clocks that differ between nodes and jump, by libfaketime, where it is installed. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ClockIT {
    private static final int LEASE_MILLIS = 7_500;

    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final List<StoreProcess> children = new ArrayList<>();

    @AfterEach
    void killAll() {
        children.forEach(StoreProcess::kill);
    }

    private static Path library() {
        Optional<Path> found = Stream.of(
                        "/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/faketime", "/usr/lib64/faketime")
                .map(folder -> Path.of(folder, "libfaketimeMT.so.1"))
                .filter(Files::exists)
                .findFirst();
        Needed.FAKETIME.orSkip(found.isPresent());
        return found.orElseThrow();
    }

    private Path clock(String name) {
        return directory.resolve(name + ".clock");
    }

    private void set(String name, String offset) {
        try {
            Files.writeString(clock(name), offset + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private StoreProcess start(String role, String url, int port, String name, String offset) {
        set(name, offset);
        StoreProcess child = new StoreProcess.Life(
                        role, url, port, DeliveryAssurance.EXACTLY_ONCE, true, "", LEASE_MILLIS)
                .start(
                        directory.resolve(name + ".log"),
                        Map.of(
                                "LD_PRELOAD",
                                library().toString(),
                                "FAKETIME_TIMESTAMP_FILE",
                                clock(name).toString(),
                                "FAKETIME_CACHE_DURATION",
                                "1",
                                "FAKETIME_FORCE_MONOTONIC_FIX",
                                "0",
                                "FAKETIME_DONT_FAKE_MONOTONIC",
                                "1"));
        children.add(child);
        return child.ready();
    }

    private static List<String> rows(HikariDataSource pool, String sql) {
        List<String> found = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until each node has completed a look at the others, which follows the renewal of its lease. */
    private static void awaitLooks(HikariDataSource pool) {
        List<Long> before = renewals(pool);
        await().until(() -> {
            List<Long> now = renewals(pool);
            return now.size() != before.size()
                    || IntStream.range(0, now.size()).allMatch(i -> now.get(i) >= before.get(i) + 2);
        });
    }

    private static List<Long> renewals(HikariDataSource pool) {
        return rows(pool, "SELECT renewals FROM restart_oracle_node ORDER BY token").stream()
                .map(Long::valueOf)
                .toList();
    }

    @Test
    void shouldNotMatterToLeasesAndTimeouts() {
        String url = TestDatabase.POSTGRESQL.url(directory);
        int port = FreePort.next();
        StoreProcess destination =
                start("destination", TestDatabase.POSTGRESQL.url(directory), port, "destination", "+300s");
        StoreProcess late = start("source", url, port, "late", "-300s");
        StoreProcess right = start("source", url, port, "right", "+0s");
        try (HikariDataSource pool = TestDatabase.pool(url)) {
            List<String> nodes = rows(pool, "SELECT token FROM restart_oracle_node ORDER BY token");
            assertThat(nodes).hasSize(2);
            List<String> put = new ArrayList<>();
            int next = 0;
            for (String jump : List.of("+0s", "+3600s", "+0s", "-3600s", "+0s")) {
                set("late", jump);
                set("destination", jump);
                for (StoreProcess node : List.of(late, right)) {
                    node.ask("put " + (node == late ? "l" : "r") + " " + next + " " + (next + 9), "done");
                }
                next += 10;
                awaitLooks(pool);
                assertThat(rows(pool, "SELECT token FROM restart_oracle_node ORDER BY token"))
                        .as("nodes after a jump to %s", jump)
                        .isEqualTo(nodes);
                assertThat(rows(pool, "SELECT DISTINCT owner_token FROM restart_oracle_source"))
                        .isSubsetOf(nodes);
            }
            put.addAll(late.put());
            put.addAll(right.put());
            // A call that creates its sequence may be refused: CXF waits by a clock that libfaketime changes.
            assertThat(put).hasSizeGreaterThanOrEqualTo(90);
            assertThat(late.ask("drain", "drained")).isEqualTo("drained true");
            assertThat(right.ask("drain", "drained")).isEqualTo("drained true");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(destination.delivered().stream()
                                    .map(line -> line.split(" ", -1)[1])
                                    .toList())
                            .containsExactlyInAnyOrderElementsOf(put));
        }
    }
}
