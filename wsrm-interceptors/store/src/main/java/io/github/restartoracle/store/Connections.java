package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;

/** The connections of the data source. Deliveries leave one of its pool free. Thread-safe. */
final class Connections {
    private static final Logger LOG = Logs.of(Connections.class);

    /** A class of pools, and the methods that lead to its largest size. */
    private record Kind(String name, List<String> path) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("com.zaxxer.hikari.HikariDataSource", List.of("getMaximumPoolSize")),
            new Kind("org.apache.commons.dbcp2.BasicDataSource", List.of("getMaxTotal")),
            new Kind("org.apache.tomcat.jdbc.pool.DataSource", List.of("getMaxActive")),
            new Kind(
                    "io.agroal.api.AgroalDataSource",
                    List.of("getConfiguration", "connectionPoolConfiguration", "maxSize")));

    /** Spring's data source whose connections belong to the transaction of the caller. */
    private static final String OF_CALLER = "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy";

    private static final String OWN_CONNECTIONS =
            "the connections of the data source belong to the transaction of the caller, which the store would commit;"
                    + " give the store the data source to which that one leads, such as the pool";

    /** The time that a delivery waits for its turn to have a connection; the usual one of pools. */
    private static final long LONGEST_WAIT_SECONDS = 30;

    final DataSource dataSource;
    /** The deliveries that may have a connection at a time; the pool has one more, for the calls that they make and wait for. */
    private final Semaphore deliveries;
    /** True if each statement on a new connection is a transaction of its own. */
    private boolean autoCommits;

    Connections(DataSource dataSource, Dialect dialect) {
        this.dataSource = dataSource;
        // That of the lease may be from the same pool.
        int kept = dialect.shared ? 2 : 1;
        this.deliveries = new Semaphore(Math.max(1, poolSize(dataSource).orElse(Integer.MAX_VALUE) - kept), true);
    }

    /** Refuses a data source whose connections belong to the transaction of the caller. */
    static void requireOwn(DataSource dataSource) throws SQLException {
        try {
            Class<?> ofCaller =
                    Class.forName(OF_CALLER, false, dataSource.getClass().getClassLoader());
            if (dataSource.isWrapperFor(ofCaller)) {
                throw new IllegalArgumentException(OWN_CONNECTIONS);
            }
        } catch (ClassNotFoundException withoutSpring) {
            // It is another kind of data source.
        }
    }

    /** Returns the largest size of a pool, or of that to which the data source leads; empty if it is not known or unlimited. */
    static OptionalInt poolSize(DataSource dataSource) {
        for (Kind kind : KINDS) {
            try {
                Class<?> type =
                        Class.forName(kind.name(), false, dataSource.getClass().getClassLoader());
                // Tomcat's is no wrapper of itself.
                if (type.isInstance(dataSource) || dataSource.isWrapperFor(type)) {
                    Object pool = type.isInstance(dataSource) ? dataSource : dataSource.unwrap(type);
                    int size = read(pool, type, kind.path());
                    return size > 0 ? OptionalInt.of(size) : OptionalInt.empty();
                }
            } catch (ClassNotFoundException | LinkageError absent) {
                // It is another kind of pool.
            } catch (SQLException | ReflectiveOperationException | RuntimeException e) {
                return OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }

    private static int read(Object pool, Class<?> type, List<String> path) throws ReflectiveOperationException {
        Object value = pool;
        Class<?> declared = type;
        for (String name : path) {
            var method = declared.getMethod(name);
            value = method.invoke(value);
            declared = method.getReturnType();
        }
        return (Integer) value;
    }

    /** Makes the database write committed data at once, or warns if its settings do not allow that. */
    void makeDurable(Dialect dialect) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            autoCommits = connection.getAutoCommit();
            if (dialect == Dialect.H2) {
                statement.execute("SET WRITE_DELAY 0");
                return;
            }
            try (ResultSet row = statement.executeQuery("SHOW synchronous_commit")) {
                if (row.next() && "off".equals(row.getString(1))) {
                    LOG.warn("PostgreSQL has synchronous_commit=off: when it crashes, it loses messages that were"
                            + " committed within its last second. Switch it on for this database or user");
                }
            }
        } catch (SQLException e) {
            LOG.warn(
                    "The store cannot verify that commits are durable. With H2, set WRITE_DELAY=0 in the URL if"
                            + " the user may not change that setting: otherwise a process that is killed loses"
                            + " the last half second",
                    e);
        }
    }

    /** Returns a connection that belongs to the store. */
    Connection get() throws SQLException {
        Connection connection = dataSource.getConnection();
        if (autoCommits && !connection.getAutoCommit()) {
            connection.close();
            throw new SQLException(OWN_CONNECTIONS);
        }
        return connection;
    }

    /** Returns a connection for a delivery, which {@link #deliveryEnded} has to follow. */
    Connection forDelivery() throws SQLException {
        try {
            if (!deliveries.tryAcquire(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new SQLTransientConnectionException(
                        "other deliveries hold all but one of the pool's connections for " + LONGEST_WAIT_SECONDS
                                + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted while waiting for a connection", e);
        }
        try {
            return get();
        } catch (SQLException | RuntimeException | Error e) {
            deliveries.release();
            throw e;
        }
    }

    /** Lets another delivery have a connection, after that of one was closed. */
    void deliveryEnded() {
        deliveries.release();
    }

    /** Closes a connection in any state. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Closing a connection failed", e);
        }
    }
}
