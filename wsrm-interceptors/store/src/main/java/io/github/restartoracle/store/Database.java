package io.github.restartoracle.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.sql.DataSource;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Transactions on connections from the pool. Thread-safe. */
final class Database {
    /** What is done on a connection. */
    interface Work<T> {
        T on(Connection connection) throws SQLException, IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Database.class);

    /*
     * Embedded databases lock rows in an order that nobody can foresee, so that deleting many messages and adding one end
     * in a deadlock, which Derby finds out after 20 seconds. There, one process does it all, and a lock of its own helps.
     */
    private final ReadWriteLock maintenance = new ReentrantReadWriteLock();

    final DataSource dataSource;
    final Dialect dialect;

    Database(DataSource dataSource, Dialect dialect) {
        this.dataSource = dataSource;
        this.dialect = dialect;
    }

    /** Makes the database write what is committed, should it be one that waits for more. */
    void makeDurable() {
        if (dialect != Dialect.H2) {
            return;
        }
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET WRITE_DELAY 0");
        } catch (SQLException e) {
            LOG.warn(
                    "H2 writes what is committed half a second later, and a process that is killed meanwhile loses it,"
                            + " unless its URL has WRITE_DELAY=0: the user may not change that",
                    e);
        }
    }

    /** One statement, which is a transaction and a round trip of its own. */
    <T> T statement(Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            return besideMaintenance(
                    connection, connection.getAutoCommit() ? work : own -> committed(connection, work));
        } catch (SQLException | IOException e) {
            throw new RMStoreException(e);
        }
    }

    /** Writes of few messages, in a transaction of the caller's, which ends with them. */
    <T> T besideMaintenance(Connection connection, Work<T> work) throws SQLException, IOException {
        // Derby's plans for small tables look at, and lock, every row.
        return locked(dialect == Dialect.DERBY ? maintenance.writeLock() : maintenance.readLock(), connection, work);
    }

    /** Several statements on many messages, of which all take effect or none. */
    <T> T maintenance(Work<T> work) {
        return transaction(connection -> locked(maintenance.writeLock(), connection, own -> committed(own, work)));
    }

    /** Whoever waits for the lock has its connection, so that nobody who has the lock waits for a connection. */
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

    /** Several statements, of which all take effect or none. */
    <T> T transaction(Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                return committed(connection, work);
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException | IOException e) {
            throw new RMStoreException(e);
        }
    }

    private static <T> T committed(Connection connection, Work<T> work) throws SQLException, IOException {
        boolean committed = false;
        try {
            T result = work.on(connection);
            connection.commit();
            committed = true;
            return result;
        } finally {
            if (!committed) {
                connection.rollback();
            }
        }
    }
}
