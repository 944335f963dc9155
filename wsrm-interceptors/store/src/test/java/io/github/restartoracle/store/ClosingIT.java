package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.cxf.ws.rm.SourceSequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the end of a store. */
class ClosingIT {
    private static final int TIMES = 8;
    private static final int MESSAGES = 400;

    @TempDir
    Path directory;

    private static void execute(HikariDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** H2 closes its file for all its users if a thread is interrupted while it reads or writes. */
    @Test
    void shouldLeaveTheDatabaseOfTheApplicationAsItIs() throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            execute(pool, "CREATE TABLE application (id INT)");
            for (int time = 0; time < TIMES; time++) {
                DataSourceStore store =
                        new DataSourceStore(pool, StoreOptions.ofDefaults().withBatchDelay(Duration.ZERO));
                SourceSequence sequence = NumberedSource.of("urn:uuid:" + time);
                store.createSourceSequence(sequence);
                for (int i = 0; i < MESSAGES; i++) {
                    long number = sequence.nextMessageNumber(null, 0, false);
                    store.persistOutgoing(sequence, TestSequences.message(number, new byte[10_000]));
                }
                List<Long> all = LongStream.rangeClosed(1, MESSAGES).boxed().toList();
                store.removeMessages(sequence.getIdentifier(), all, true);
                store.close();
                int inserted = time;
                assertThatCode(() -> execute(pool, "INSERT INTO application VALUES (" + inserted + ")"))
                        .doesNotThrowAnyException();
            }
        }
    }

    /** Another transaction has the rows locked, so no statement of the store completes. */
    @Test
    void shouldEndInTimeThoughTheDatabaseDoesNotAnswer() throws Exception {
        ExecutorService closing = Executors.newSingleThreadExecutor();
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.POSTGRESQL.url(directory))) {
            DataSourceStore store =
                    new DataSourceStore(pool, StoreOptions.ofDefaults().withTimeout(Duration.ofHours(1)));
            try (Connection locking = pool.getConnection();
                    Statement statement = locking.createStatement()) {
                locking.setAutoCommit(false);
                statement.execute("LOCK TABLE restart_oracle_node IN ACCESS EXCLUSIVE MODE");
                Future<?> closed = closing.submit(store::close);
                assertThat(closed.get(30, TimeUnit.SECONDS)).isNull();
                locking.rollback();
            }
        } finally {
            closing.shutdown();
        }
    }
}
