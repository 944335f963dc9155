package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes with little heap find the large backlog of a dead one on PostgreSQL. For a larger one:
 *
 * <pre>./mvnw verify -pl wsrm-interceptors/store -am -Dmessages=100000 -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false
 *     -Dit.test=BacklogIT -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class BacklogIT {
    private static final int MESSAGES = Integer.getInteger("messages", 20_000);
    private static final int LEASE_MILLIS = 6_000;
    private static final String ORDER = "o".repeat(1_000);
    /** Far less heap than the messages would take. */
    private static final String HEAP = "96m";

    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final List<StoreProcess> children = new ArrayList<>();

    @AfterEach
    void killAll() {
        children.forEach(StoreProcess::kill);
    }

    private StoreProcess start(String role, String url, int port, String name, String heap) {
        StoreProcess child = new StoreProcess.Life(
                        role, url, port, DeliveryAssurance.EXACTLY_ONCE, true, "", LEASE_MILLIS)
                .start(directory.resolve(name + ".log"), heap);
        children.add(child);
        return child.ready();
    }

    private static long number(HikariDataSource pool, String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Copies the first message many times; the contents are irrelevant because the messages do not arrive before the end. */
    private static void multiply(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO restart_oracle_outbound (sequence_id, message_number, send_to, created_millis,"
                            + " content_type, content) SELECT m.sequence_id, n, m.send_to, m.created_millis, m.content_type, m.content"
                            + " FROM restart_oracle_outbound m, generate_series(m.message_number + 1, " + MESSAGES
                            + ") n"
                            + " WHERE m.message_number = 2");
            statement.execute("UPDATE restart_oracle_source SET highest = " + MESSAGES);
        }
    }

    @Test
    void shouldBeAdoptedOnceByANodeOfLittleHeapAndFenceNobody() throws Exception {
        String url = TestDatabase.POSTGRESQL.url(directory);
        int port = FreePort.next();
        StoreProcess destination =
                start("destination", TestDatabase.POSTGRESQL.url(directory), port, "destination", "512m");
        StoreProcess dead = start("source", url, port, "dead", "512m");
        dead.ask("put " + ORDER + " 0 0", "done");
        assertThat(dead.ask("drain", "drained")).isEqualTo("drained true");
        try (HikariDataSource pool = TestDatabase.pool(url)) {
            // Acknowledged messages are deleted a moment later.
            await().until(() -> number(pool, "SELECT COUNT(*) FROM restart_oracle_outbound") == 0);
        }
        destination.kill();
        dead.ask("put " + ORDER + " 1 1", "done");
        dead.kill();
        try (HikariDataSource pool = TestDatabase.pool(url)) {
            multiply(pool);
            long former = number(pool, "SELECT owner_token FROM restart_oracle_source");
            List<StoreProcess> nodes = new ArrayList<>();
            for (String name : List.of("a", "b", "c")) {
                nodes.add(start("source", url, port, name, HEAP));
            }
            await().atMost(Duration.ofMinutes(3))
                    .until(() -> number(pool, "SELECT owner_token FROM restart_oracle_source") != former);
            long owner = number(pool, "SELECT owner_token FROM restart_oracle_source");
            long latest = number(pool, "SELECT MAX(token) FROM restart_oracle_node");
            // A node renews three times in a lease, and the others remove one that does not soon after its lease has
            // ended.
            long enough = number(pool, "SELECT MIN(renewals) FROM restart_oracle_node") + 5;
            while (number(pool, "SELECT MIN(renewals) FROM restart_oracle_node") < enough) {
                assertThat(number(pool, "SELECT owner_token FROM restart_oracle_source"))
                        .as("the owner after the first change")
                        .isEqualTo(owner);
                assertThat(number(pool, "SELECT COUNT(*) FROM restart_oracle_node"))
                        .as("nodes that live")
                        .isEqualTo(nodes.size());
                assertThat(number(pool, "SELECT MAX(token) FROM restart_oracle_node"))
                        .as("the latest node")
                        .isEqualTo(latest);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
            List<String> states =
                    nodes.stream().map(node -> node.ask("state", "state")).toList();
            System.out.println(states);
            assertThat(states)
                    .as("one has all of it, and tells so")
                    .filteredOn(state -> state.startsWith("state unacknowledged " + (MESSAGES - 1) + ","))
                    .hasSize(1);
            assertThat(number(pool, "SELECT COUNT(*) FROM restart_oracle_outbound"))
                    .isEqualTo(MESSAGES - 1);
        }
    }
}
