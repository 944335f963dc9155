package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.recovery.StoreFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.sql.DataSource;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The one place where SQL is executed. If PostgreSQL does not answer a statement within the timeout, the connection is broken,
 * and the outcome of a write is unknown. Thread-safe.
 */
final class Database {
    interface Work<T> {
        T on(Connection connection) throws SQLException, IOException;
    }

    interface Reader<T> {
        T read(ResultSet row) throws SQLException, IOException;
    }

    /** A condition on the row of a sequence: the process with a token owns it. */
    static final String OWNED = " WHERE identifier = ? AND owner_token = ?";

    private static final Logger LOG = Logs.of(Database.class);
    /** The class of the SQL states of a connection that has failed (SQL:2003, part 2, 24.1). */
    private static final String CONNECTION_EXCEPTION = "08";

    /** The classes of data and constraints (SQL:2003), and PostgreSQL's of limits such as the size of a row. */
    private static final List<String> REFUSALS = List.of("22", "23", "54");

    private static final int FETCH = 200;
    /** Texts about rows that cannot be read, each logged once. */
    private static final Set<String> UNREADABLE = ConcurrentHashMap.newKeySet();

    private static final int MOST_UNREADABLE = 1_000;

    /*
     * An embedded database locks rows in an unpredictable order, so that deleting many messages and adding one may end in a
     * deadlock. It has one process, so a lock in that process prevents it.
     */
    private final ReadWriteLock maintenance = new ReentrantReadWriteLock();

    final Connections connections;
    final Dialect dialect;
    /**
     * A condition that is always true. It is part of the statement that locks the row of a sequence in a transaction, and makes
     * PostgreSQL end the transaction when half a lease passes between two of its statements. The process has then stopped or is
     * gone, and its lock would keep other processes from taking the sequence over.
     */
    final String idleTimeoutCondition;

    private final int timeoutMillis;

    Database(DataSource dataSource, Dialect dialect, StoreOptions options) {
        this.connections = new Connections(dataSource, dialect);
        this.dialect = dialect;
        this.timeoutMillis = (int) options.timeout().toMillis();
        this.idleTimeoutCondition = dialect.idleTimeoutCondition(options.lease().dividedBy(2));
    }

    static Database open(DataSource dataSource, StoreOptions options) {
        try {
            Connections.requireOwn(dataSource);
            Dialect dialect = Dialect.of(dataSource);
            dialect.migrate(dataSource);
            return new Database(dataSource, dialect, options);
        } catch (SQLException e) {
            throw new StoreFailedException("the message store cannot be opened", e);
        }
    }

    /**
     * Executes one statement as a transaction of its own.
     *
     * @param arguments numbers, booleans, strings, bytes or a {@link CachedOutputStream}; null for a string or number
     * @return the number of rows that were changed
     * @throws RMStoreException if it fails
     */
    int update(String sql, @Nullable Object... arguments) {
        return statement(connection -> update(connection, sql, arguments));
    }

    /** Executes one statement as {@link #update(String, Object...)}, in the transaction of a connection. */
    static int update(Connection connection, String sql, @Nullable Object... arguments)
            throws SQLException, IOException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return bound(statement, arguments, 0, statement::executeUpdate);
        }
    }

    /** Returns whether a statement as {@link #update(String, Object...)} has changed its one row. */
    boolean updateOne(String sql, @Nullable Object... arguments) {
        return update(sql, arguments) == 1;
    }

    static boolean updateOne(Connection connection, String sql, @Nullable Object... arguments)
            throws SQLException, IOException {
        return update(connection, sql, arguments) == 1;
    }

    static void updateAll(Connection connection, String sql, List<Object[]> rows) throws SQLException, IOException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Object[] row : rows) {
                bound(statement, row, 0, () -> {
                    statement.addBatch();
                    return 0;
                });
            }
            statement.executeBatch();
        }
    }

    static void deleteMessages(
            Connection connection, String messages, String sequences, String identifier, Numbers numbers)
            throws SQLException, IOException {
        if (numbers.isEmpty()) {
            return;
        }
        List<Object[]> ranges = new ArrayList<>();
        numbers.ranges().forEach(range -> ranges.add(new Object[] {range.lower(), range.upper(), identifier}));
        updateAll(
                connection,
                "DELETE FROM " + messages + " WHERE message_number BETWEEN ? AND ? AND sequence_id = (SELECT id FROM "
                        + sequences + " WHERE identifier = ?)",
                ranges);
    }

    /** Inserts one row, and returns the key that the database has given it. */
    static long insert(Connection connection, String sql, @Nullable Object... arguments)
            throws SQLException, IOException {
        try (PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            bound(statement, arguments, 0, statement::executeUpdate);
            try (ResultSet keys = statement.getGeneratedKeys()) {
                if (!keys.next()) {
                    throw new SQLException("the database gave no key");
                }
                return keys.getLong(1);
            }
        }
    }

    /** Reads rows in a transaction of its own. A row with a value that cannot be is left out, and logged once. */
    <T> List<T> query(String sql, Reader<T> reader, @Nullable Object... arguments) {
        return statement(connection -> query(connection, sql, reader, arguments));
    }

    /** Reads rows as {@link #query(String, Reader, Object...)}, in the transaction of a connection. */
    static <T> List<T> query(Connection connection, String sql, Reader<T> reader, @Nullable Object... arguments)
            throws SQLException, IOException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(FETCH);
            List<T> found = new ArrayList<>();
            bound(statement, arguments, 0, () -> {
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        try {
                            found.add(reader.read(rows));
                        } catch (IllegalArgumentException unreadable) {
                            warnOfUnreadable(String.valueOf(unreadable.getMessage()));
                        }
                    }
                }
                return 0;
            });
            return found;
        }
    }

    static void warnOfUnreadable(String unreadable) {
        if (UNREADABLE.size() < MOST_UNREADABLE && UNREADABLE.add(unreadable)) {
            LOG.error("A row of the database cannot be read and is left alone, the others are used: {}", unreadable);
        }
    }

    private interface Execution {
        int run() throws SQLException, IOException;
    }

    /** Binds the arguments, then executes. Recursive because the streams must stay open until the statement is executed. */
    private static int bound(PreparedStatement statement, @Nullable Object[] arguments, int from, Execution execution)
            throws SQLException, IOException {
        for (int i = from; i < arguments.length; i++) {
            Object argument = arguments[i];
            if (argument instanceof CachedOutputStream content) {
                try (InputStream in = content.getInputStream()) {
                    statement.setBinaryStream(i + 1, in, (int) content.size());
                    return bound(statement, arguments, i + 1, execution);
                }
            }
            if (argument == null) {
                statement.setNull(i + 1, Types.VARCHAR);
            } else if (argument instanceof byte[] bytes) {
                statement.setBytes(i + 1, bytes);
            } else {
                statement.setObject(i + 1, argument);
            }
        }
        return execution.run();
    }

    /** Executes one statement, which is a transaction and a round trip of its own. */
    <T> T statement(Work<T> work) {
        return on(connection ->
                besideMaintenance(connection, connection.getAutoCommit() ? work : own -> committed(own, work)));
    }

    private <T> T on(Work<T> work) {
        boolean connected = false;
        try (Connection connection = connections.get()) {
            connected = true;
            return inTime(connection, work);
        } catch (SQLException | IOException e) {
            throw new StoreFailedException(
                    "the message store cannot be read or written", e, connected && isUnanswered(e));
        }
    }

    /** Returns whether the database has not said what became of the work. */
    private static boolean isUnanswered(Exception failure) {
        return !(failure instanceof SQLException cause)
                || cause.getSQLState() == null
                || cause.getSQLState().startsWith(CONNECTION_EXCEPTION);
    }

    /** Executes a few statements in one transaction, concurrently with others. */
    <T> T statements(Work<T> work) {
        return transaction(connection -> besideMaintenance(connection, own -> committed(own, work)));
    }

    /** Writes a few messages, in a transaction that the caller ends after them. */
    <T> T besideMaintenance(Connection connection, Work<T> work) throws SQLException, IOException {
        return locked(maintenance.readLock(), connection, work);
    }

    /** Executes several statements on many messages in one transaction, exclusively on an embedded database. */
    <T> T maintenance(Work<T> work) {
        return transaction(connection -> locked(maintenance.writeLock(), connection, own -> committed(own, work)));
    }

    /**
     * Does work under a lock, on an embedded database. The thread already has its connection when it waits for the lock, so
     * that no thread that holds the lock waits for a connection.
     */
    private <T> T locked(Lock lock, Connection connection, Work<T> work) throws SQLException, IOException {
        if (dialect.shared) {
            return work.on(connection);
        }
        lock.lock();
        try {
            return work.on(connection);
        } finally {
            lock.unlock();
        }
    }

    <T> T transaction(Work<T> work) {
        return on(connection -> {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                return committed(connection, work);
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        });
    }

    private static <T> T committed(Connection connection, Work<T> work) throws SQLException, IOException {
        try {
            T result = work.on(connection);
            connection.commit();
            return result;
        } catch (SQLException | IOException | RuntimeException | Error e) {
            connection.rollback();
            throw e;
        }
    }

    /** Does work on a connection of the caller; the database must answer within the timeout. */
    <T> T inTime(Connection connection, Work<T> work) throws SQLException, IOException {
        if (!dialect.shared) {
            // Embedded: there is no network.
            return work.on(connection);
        }
        int former = connection.getNetworkTimeout();
        if (former > 0 && former <= timeoutMillis) {
            return work.on(connection);
        }
        connection.setNetworkTimeout(Runnable::run, timeoutMillis);
        try {
            return work.on(connection);
        } finally {
            restoreTimeout(connection, former);
        }
    }

    private static void restoreTimeout(Connection connection, int millis) {
        try {
            if (!connection.isClosed()) {
                connection.setNetworkTimeout(Runnable::run, millis);
            }
        } catch (SQLException e) {
            LOG.debug("The network timeout of a connection could not be restored; it is broken", e);
        }
    }

    /**
     * Returns whether a transaction of the service cannot be committed however often it is tried, because of what it writes.
     */
    static boolean isRefusedForGood(Exception failure) {
        return failure instanceof SQLException cause
                && cause.getSQLState() != null
                && REFUSALS.stream().anyMatch(cause.getSQLState()::startsWith);
    }

    /** Returns whether a row could not be added because its key exists. */
    static boolean isDuplicate(Throwable failure) {
        return failure.getCause() instanceof SQLException cause
                && (cause instanceof SQLIntegrityConstraintViolationException || "23505".equals(cause.getSQLState()));
    }
}
