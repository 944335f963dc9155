package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a sequence with gaps that are never closed, such as that of a source which has given up many messages. */
class ManyRangesIT {
    private static final long MESSAGES = 3_000;

    @TempDir
    Path directory;

    private static long count(String url, String what) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + what)) {
            assertThat(row.next()).isTrue();
            return row.getLong(1);
        }
    }

    private static DataSourceStore store(HikariDataSource pool) {
        return new DataSourceStore(pool, StoreOptions.ofDefaults());
    }

    private static void deliver(DataSourceStore store, DestinationSequence sequence, long number) {
        store.persistIncoming(sequence, TestSequences.message(number, "order"));
        store.removeMessages(sequence.getIdentifier(), List.of(number), false);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepNoRowForEachMessage(TestDatabase database) throws SQLException {
        String url = database.url(directory);
        try (HikariDataSource pool = TestDatabase.pool(url)) {
            try (DataSourceStore store = store(pool)) {
                DestinationSequence sequence = TestSequences.created(store, "urn:uuid:gaps");
                for (long number = 1; number < 2 * MESSAGES; number += 2) {
                    deliver(store, sequence, number);
                }
            }
            assertThat(count(url, "restart_oracle_inbound")).isZero();
            assertThat(count(url, "restart_oracle_delivered")).isBetween(MESSAGES / 500, MESSAGES / 100);
            try (DataSourceStore next = store(pool)) {
                DestinationSequence sequence = TestSequences.destinations(next).get(0);
                assertThat(sequence.getAcknowledgment().getAcknowledgementRange())
                        .hasSize((int) MESSAGES)
                        .allMatch(range ->
                                range.getLower() % 2 == 1 && range.getLower().equals(range.getUpper()));
                // A copy of a delivered message is known, wherever its range is; a message in a gap is not.
                for (long number : new long[] {1, MESSAGES + 1, 2 * MESSAGES - 1}) {
                    next.removeMessages(sequence.getIdentifier(), List.of(number), false);
                    assertThat(next.getMessages(sequence.getIdentifier(), false))
                            .isEmpty();
                }
                for (long number = 2; number <= 2 * MESSAGES; number += 2) {
                    deliver(next, sequence, number);
                }
            }
            assertThat(count(url, "restart_oracle_inbound")).isZero();
            try (DataSourceStore last = store(pool)) {
                DestinationSequence sequence = TestSequences.destinations(last).get(0);
                assertThat(sequence.getAcknowledgment().getAcknowledgementRange())
                        .singleElement()
                        .satisfies(range -> assertThat(range.getUpper()).isEqualTo(2 * MESSAGES));
                last.removeDestinationSequence(sequence.getIdentifier());
            }
            assertThat(count(url, "restart_oracle_delivered")).isZero();
        }
    }
}
