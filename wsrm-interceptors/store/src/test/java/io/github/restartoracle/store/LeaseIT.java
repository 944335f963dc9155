package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renewals of a lease, on PostgreSQL. */
class LeaseIT {
    private static final Duration LEASE = Duration.ofSeconds(6);

    @TempDir
    Path directory;

    private static long renewals(HikariDataSource pool, long token) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT renewals FROM restart_oracle_node WHERE token = " + token)) {
            assertThat(row.next()).as("not fenced").isTrue();
            return row.getLong(1);
        }
    }

    /** Deliveries hold the connections that their services have joined, until the services return. */
    @Test
    void shouldNotBeFencedWhileTheConnectionsOfItsPoolAreTaken() throws Exception {
        String url = TestDatabase.POSTGRESQL.url(directory);
        StoreOptions options = StoreOptions.ofDefaults().withLease(LEASE);
        try (HikariDataSource pool = TestDatabase.pool(url);
                DataSourceStore store = new DataSourceStore(pool, options);
                HikariDataSource poolOfOther = TestDatabase.pool(url);
                DataSourceStore other = new DataSourceStore(poolOfOther, options)) {
            long token = store.nodes.token();
            List<Connection> taken = new ArrayList<>();
            while (taken.size() < pool.getMaximumPoolSize() - 1) {
                taken.add(pool.getConnection());
            }
            long before = renewals(poolOfOther, token);
            await().atMost(LEASE.multipliedBy(20)).until(() -> renewals(poolOfOther, token) >= before + Nodes.RENEWALS);
            assertThat(other.nodes.isAlive(token)).isTrue();
            assertThat(store.nodes.token()).isEqualTo(token);
            for (Connection connection : taken) {
                connection.close();
            }
        }
    }

    @Test
    void shouldRegisterAnewWhenItWasFenced() throws Exception {
        String url = TestDatabase.POSTGRESQL.url(directory);
        try (HikariDataSource pool = TestDatabase.pool(url);
                DataSourceStore store =
                        new DataSourceStore(pool, StoreOptions.ofDefaults().withLease(LEASE))) {
            long token = store.nodes.token();
            store.nodes.release();
            await().atMost(LEASE.multipliedBy(20)).until(() -> store.nodes.token() != token);
            long next = store.nodes.token();
            assertThat(store.nodes.isOwnAndAlive(next)).isTrue();
            assertThat(store.nodes.isOwnAndAlive(token)).isFalse();
        }
    }
}
