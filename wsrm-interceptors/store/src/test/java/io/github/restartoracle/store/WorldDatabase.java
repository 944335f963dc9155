package io.github.restartoracle.store;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jspecify.annotations.Nullable;

/**
 * A database in memory that several nodes share, and the faults between it and them. It passes for PostgreSQL, so that nodes
 * have leases. It lacks locks, but one thread does everything and would never wait for them. Confined to the thread that uses
 * it.
 */
final class WorldDatabase {
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final List<String> TABLES = List.of("outbound", "source", "inbound", "destination", "node");

    /** The outcome of a statement or a commit. */
    enum Fault {
        /** It has no effect, and the node gets the error. */
        BEFORE,
        /** It takes effect, and the node gets the error of a broken connection. */
        AFTER,
        /**
         * It takes effect some time after the node got the error of a broken connection; only statements outside of a
         * transaction.
         */
        LATE,
        /** The node dies, and it has no effect. */
        DEATH_BEFORE,
        /** The node dies, and it takes effect. */
        DEATH_AFTER
    }

    /** Thrown by every call of a dead process, whose code still runs. */
    static final class Dead extends Error {
        private static final long serialVersionUID = 1L;

        Dead() {
            super("the process is dead", null, false, false);
        }
    }

    private final JdbcConnectionPool pool;
    private final Database view;
    private final List<BoundStatement> late = new ArrayList<>();
    private final List<Way> ways = new ArrayList<>();
    private final Map<Fault, Integer> visited = new EnumMap<>(Fault.class);

    WorldDatabase() {
        pool = JdbcConnectionPool.create("jdbc:h2:mem:world" + MADE.incrementAndGet() + ";DB_CLOSE_DELAY=-1", "", "");
        pool.setMaxConnections(1_000);
        view = new Database(pool, Dialect.H2, StoreOptions.ofDefaults());
        Dialect.H2.migrate(pool);
        execute("CREATE TABLE effect (content VARCHAR(100))");
    }

    void execute(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Resets the database for a new simulation. */
    void clear() {
        try {
            for (Way way : ways) {
                way.disconnect();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        ways.clear();
        late.clear();
        visited.clear();
        TABLES.forEach(table -> execute("DELETE FROM restart_oracle_" + table));
        execute("DELETE FROM effect");
    }

    /** Returns the number of times that each fault has happened. */
    Map<Fault, Integer> visited() {
        return visited;
    }

    List<String> effects() {
        return view.query("SELECT content FROM effect ORDER BY content", row -> row.getString(1));
    }

    /** Returns whether a node has neither released its sequences nor lost them. */
    boolean hasNode(long token) {
        return !view.query("SELECT token FROM restart_oracle_node WHERE token = ?", row -> row.getLong(1), token)
                .isEmpty();
    }

    /** Returns the token that a sequence belongs to; 0 if there is no such sequence. */
    long owner(String sequence) {
        return view
                .query(
                        "SELECT owner_token FROM restart_oracle_source WHERE identifier = ?",
                        row -> row.getLong(1),
                        sequence)
                .stream()
                .findFirst()
                .orElse(0L);
    }

    /** Executes a late statement; one that the database refuses has no effect. */
    void executeLate(SplittableRandom random) {
        if (late.isEmpty()) {
            return;
        }
        BoundStatement one = late.remove(random.nextInt(late.size()));
        try (Connection connection = pool.getConnection()) {
            one.execute(connection);
        } catch (SQLException refused) {
            if (!Database.isDuplicate(new IllegalStateException(refused))
                    && !String.valueOf(refused.getSQLState()).startsWith("23")) {
                throw new IllegalStateException(refused);
            }
        }
    }

    boolean hasLate() {
        return !late.isEmpty();
    }

    /** The connections of one node to the database. */
    final class Way extends ForwardingDataSource {
        private final SplittableRandom random;
        private final List<Fault> faults;
        private final double probability;
        boolean calm;
        boolean frozen;
        boolean dead;
        private final List<Connection> open = new ArrayList<>();

        Way(SplittableRandom random, List<Fault> faults, double probability) {
            super(pool);
            this.random = random;
            this.faults = faults;
            this.probability = probability;
            ways.add(this);
        }

        /** Closes the connections of a dead node: its uncommitted work has no effect. */
        void disconnect() throws SQLException {
            for (Connection connection : open) {
                if (!connection.isClosed()) {
                    if (!connection.getAutoCommit()) {
                        connection.rollback();
                    }
                    connection.close();
                }
            }
            open.clear();
        }

        /** Draws the fault of the next statement; null for none. */
        private @Nullable Fault draw(boolean alone) throws SQLException {
            if (dead) {
                throw new Dead();
            }
            if (frozen) {
                throw broken();
            }
            if (calm || faults.isEmpty() || random.nextDouble() >= probability) {
                return null;
            }
            Fault fault = faults.get(random.nextInt(faults.size()));
            fault = fault == Fault.LATE && !alone ? Fault.BEFORE : fault;
            visited.merge(fault, 1, Integer::sum);
            return fault;
        }

        private static SQLException broken() {
            return new SQLException("the connection is broken", "08006");
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (dead) {
                throw new Dead();
            }
            if (frozen) {
                throw broken();
            }
            Connection real = pool.getConnection();
            open.add(real);
            real.setAutoCommit(true);
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> onConnection(real, method, arguments));
        }

        private @Nullable Object onConnection(Connection real, Method method, @Nullable Object[] arguments)
                throws SQLException {
            switch (method.getName()) {
                case "prepareStatement" -> {
                    arguments[0] = translated((String) arguments[0]);
                    PreparedStatement statement =
                            (PreparedStatement) Objects.requireNonNull(BoundStatement.call(real, method, arguments));
                    return statement(real, statement, (String) arguments[0]);
                }
                case "commit" -> {
                    return affect(real, draw(false), () -> BoundStatement.call(real, method, arguments));
                }
                case "close" -> {
                    if (!real.isClosed() && !real.getAutoCommit()) {
                        real.rollback();
                    }
                    open.remove(real);
                    return BoundStatement.call(real, method, arguments);
                }
                case "abort" -> {
                    real.rollback();
                    real.close();
                    return null;
                }
                case "setNetworkTimeout" -> {
                    return null;
                }
                case "getNetworkTimeout" -> {
                    return 0;
                }
                default -> {
                    if (dead) {
                        throw new Dead();
                    }
                    return BoundStatement.call(real, method, arguments);
                }
            }
        }

        private interface Effect {
            @Nullable
            Object take() throws SQLException;
        }

        private @Nullable Object affect(Connection real, @Nullable Fault fault, Effect effect) throws SQLException {
            if (fault == null) {
                return effect.take();
            }
            dead |= fault == Fault.DEATH_BEFORE || fault == Fault.DEATH_AFTER;
            if (fault == Fault.AFTER || fault == Fault.DEATH_AFTER) {
                effect.take();
            }
            if (!real.getAutoCommit()) {
                real.rollback();
            }
            if (dead) {
                throw new Dead();
            }
            throw broken();
        }

        private PreparedStatement statement(Connection real, PreparedStatement statement, String sql) {
            BoundStatement bound = new BoundStatement(sql);
            return (PreparedStatement) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {PreparedStatement.class},
                    (proxy, method, arguments) -> {
                        String name = method.getName();
                        if (!name.startsWith("execute")) {
                            return bound.invoke(statement, method, arguments);
                        }
                        Fault fault = draw(real.getAutoCommit() && name.equals("executeUpdate"));
                        if (fault == Fault.LATE) {
                            late.add(bound.copy());
                        }
                        return affect(real, fault, () -> BoundStatement.call(statement, method, arguments));
                    });
        }
    }

    /** Removes and replaces the syntax of PostgreSQL that H2 does not have. */
    private static String translated(String sql) {
        return sql.replaceAll(" AND set_config\\([^)]*\\) IS NOT NULL", "")
                .replaceAll(" FOR (SHARE OF s|SHARE|UPDATE SKIP LOCKED|UPDATE)", "")
                .replace("AS BYTEA", "AS BLOB");
    }
}
