package io.github.restartoracle.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.cxf.ws.rm.persistence.RMStoreException;

/** Transactions on connections from the pool. Thread-safe. */
final class Database {
    /** What is done on a connection. */
    interface Work<T> {
        T on(Connection connection) throws SQLException, IOException;
    }

    final DataSource dataSource;
    final Dialect dialect;

    Database(DataSource dataSource, Dialect dialect) {
        this.dataSource = dataSource;
        this.dialect = dialect;
    }

    /** One statement, which is a transaction and a round trip of its own. */
    <T> T statement(Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            if (!connection.getAutoCommit()) {
                return committed(connection, work);
            }
            return work.on(connection);
        } catch (SQLException | IOException e) {
            throw new RMStoreException(e);
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
