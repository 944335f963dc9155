package io.github.restartoracle.store;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database as one process reaches it: it may be down for a time, and is gone for ever once the process is dead. */
final class SwitchedDatabase extends ForwardingDataSource {
    private static final AtomicInteger MADE = new AtomicInteger();

    private final AtomicInteger faults;
    private final DataSource real;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean dead;

    private SwitchedDatabase(DataSource real, AtomicInteger faults) {
        super(real);
        this.real = real;
        this.faults = faults;
    }

    /** Returns a new, empty database on a server. */
    static SwitchedDatabase onServer() {
        PGSimpleDataSource real = new PGSimpleDataSource();
        real.setUrl(TestDatabase.POSTGRESQL.url(Path.of("")));
        return new SwitchedDatabase(real, new AtomicInteger());
    }

    /** Returns a new, empty database in memory. */
    static SwitchedDatabase inMemory() {
        JdbcDataSource real = new JdbcDataSource();
        real.setUrl("jdbc:h2:mem:bus" + MADE.incrementAndGet() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=5000");
        return new SwitchedDatabase(real, new AtomicInteger());
    }

    /** Returns the same database for a further process. */
    SwitchedDatabase forNextProcess() {
        return new SwitchedDatabase(real, faults);
    }

    void execute(String sql) {
        try (Connection connection = real.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the first column of the rows that a query finds. */
    List<String> strings(String sql) {
        List<String> found = new ArrayList<>();
        try (Connection connection = real.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return found;
    }

    /** Returns the number of rows of a table. */
    int count(String table) {
        return Integer.parseInt(strings("SELECT COUNT(*) FROM " + table).get(0));
    }

    boolean isDown() {
        return faults.get() > 0;
    }

    /** Breaks all connections. */
    void breakDown() {
        faults.incrementAndGet();
        disconnect();
    }

    void repair() {
        faults.decrementAndGet();
    }

    /** Breaks all connections, for ever. */
    void die() {
        dead = true;
        disconnect();
    }

    private void disconnect() {
        open.forEach(connection -> {
            try {
                connection.close();
            } catch (SQLException alreadyBroken) {
                // Its transaction is rolled back all the same.
            }
        });
        open.clear();
    }

    private boolean isReachable() {
        return !isDown() && !dead;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (!isReachable()) {
            throw new SQLException("connection refused", "08001");
        }
        Connection connection = real.getConnection();
        open.add(connection);
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        open.remove(connection);
                    } else if (!isReachable()) {
                        connection.close();
                        throw new SQLException("connection reset", "08006");
                    }
                    return BoundStatement.call(connection, method, arguments);
                });
    }
}
