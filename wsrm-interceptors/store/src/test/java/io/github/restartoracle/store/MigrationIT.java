package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of an earlier version, with the rows that its last process has left. */
class MigrationIT {
    private static final String SUPPLIER = "http://supplier/orders";

    @TempDir
    Path directory;

    private static void createAsBefore(HikariDataSource pool) throws SQLException {
        Flyway.configure(Schema.class.getClassLoader())
                .dataSource(pool)
                .locations("classpath:io/github/restartoracle/store/migration")
                .table("restart_oracle_schema")
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .placeholders(Dialect.of(pool).placeholders())
                .target("2")
                .load()
                .migrate();
    }

    private static void execute(HikariDataSource pool, List<String> statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String source(int id, String offering) {
        return "INSERT INTO restart_oracle_source (id, identifier, endpoint, owner_token, protocol, offering, highest,"
                + " last_message) VALUES (" + id + ", 'urn:s" + id + "', '" + TestSequences.ENDPOINT + "', 7, '"
                + "http://docs.oasis-open.org/ws-rx/wsrm/200702 http://www.w3.org/2005/08/addressing', " + offering
                + ", 1, FALSE)";
    }

    private static String outbound(int sequence, String to, String content) {
        return "INSERT INTO restart_oracle_outbound (sequence_id, message_number, send_to, created_millis, content)"
                + " VALUES (" + sequence + ", 1, '" + to + "', 0, " + content + ")";
    }

    private static String destination(int id, String acksTo) {
        return "INSERT INTO restart_oracle_destination (id, identifier, endpoint, owner_token, protocol, acks_to,"
                + " last_number, delivered, ended) VALUES (" + id + ", 'urn:d" + id + "', '" + TestSequences.ENDPOINT
                + "', 7, 'http://docs.oasis-open.org/ws-rx/wsrm/200702 http://www.w3.org/2005/08/addressing', '"
                + acksTo
                + "', 0, '', FALSE)";
    }

    private static List<String> sources(DataSourceStore store, EndpointKey key) {
        return store.sourceTables.of(key, store.nodes.token()).stream()
                .map(SourceTables.Stored::identifier)
                .toList();
    }

    private static List<String> destinations(DataSourceStore store, EndpointKey key) {
        return store.destinationTables.of(key, store.nodes.token(), any -> true).stream()
                .map(StoredDestination::identifier)
                .toList();
    }

    /** Sequences of a client go to clients of the address of their messages, all others to the service. */
    @ParameterizedTest
    @EnumSource
    void shouldGiveEarlierSequencesTheirRoleAndAddress(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory))) {
            createAsBefore(pool);
            String content = switch (database) {
                case H2 -> "X'61'";
                case DERBY -> "CAST(X'61' AS BLOB)";
                case POSTGRESQL -> "'a'";
            };
            execute(
                    pool,
                    List.of(
                            source(1, "NULL"),
                            outbound(1, SUPPLIER, content),
                            source(2, "'urn:d2'"),
                            outbound(2, "http://customer/answers", content),
                            source(3, "NULL"),
                            outbound(3, "http://other/orders", content),
                            destination(1, SUPPLIER),
                            destination(2, "http://customer/answers")));
            try (DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
                store.nodes.takeOver(any -> true);
                EndpointKey client = new EndpointKey(EndpointKey.Role.CLIENT, TestSequences.ENDPOINT, SUPPLIER);
                assertThat(sources(store, client)).containsExactly("urn:s1");
                assertThat(destinations(store, client)).containsExactly("urn:d1");
                assertThat(sources(store, TestSequences.SERVER)).containsExactly("urn:s2");
                assertThat(destinations(store, TestSequences.SERVER)).containsExactly("urn:d2");
                EndpointKey other =
                        new EndpointKey(EndpointKey.Role.CLIENT, TestSequences.ENDPOINT, "http://other/orders");
                assertThat(sources(store, other)).containsExactly("urn:s3");
            }
        }
    }
}
