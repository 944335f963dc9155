package io.github.restartoracle.store;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A database that stops answering. Statements that store an outgoing message fail, and are executed
 * <ul>
 *   <li>later, as by a server that was frozen, or
 *   <li>at once, as by a server whose answer was lost.
 * </ul>
 *
 * <p>A transaction takes effect at once or never: no other transaction can change the rows that it has locked meanwhile.
 */
final class LateDataSource extends ForwardingDataSource {
    /** The time at which a statement takes effect that was reported as failed. */
    enum Effect {
        NONE,
        AT_ONCE,
        LATER
    }

    private final DataSource real;
    private final List<BoundStatement> late = new CopyOnWriteArrayList<>();
    volatile Effect silent = Effect.NONE;

    volatile boolean answers = true;
    /** True if no connection can be set up. */
    volatile boolean refuses;

    /** Statements that will fail wait until it is open. */
    volatile CountDownLatch gate = new CountDownLatch(0);

    final AtomicInteger waiting = new AtomicInteger();

    LateDataSource(DataSource real) {
        super(real);
        this.real = real;
    }

    /** Executes the statements that were left; one that the database refuses has no effect. */
    int executeLate() throws SQLException {
        int executed = late.size();
        for (BoundStatement statement : late) {
            try (Connection connection = real.getConnection()) {
                statement.execute(connection);
            } catch (SQLException refused) {
                if (!Database.isDuplicate(new IllegalStateException(refused))) {
                    throw refused;
                }
            }
        }
        late.clear();
        return executed;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (refuses) {
            throw new SQLException("connection refused", "08001");
        }
        Connection connection = real.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    boolean lost = method.getName().equals("commit") && !answers;
                    if (lost && silent != Effect.AT_ONCE) {
                        throw new SQLException("no answer in time", "08006");
                    }
                    Object result = BoundStatement.call(connection, method, arguments);
                    if (lost) {
                        throw new SQLException("the answer is lost", "08006");
                    }
                    boolean stores = method.getName().equals("prepareStatement")
                            && ((String) arguments[0]).matches("(?s)INSERT INTO restart_oracle_(out|in)bound.*");
                    return stores
                            ? statement((PreparedStatement) Objects.requireNonNull(result), (String) arguments[0])
                            : result;
                });
    }

    private PreparedStatement statement(PreparedStatement statement, String sql) {
        BoundStatement bound = new BoundStatement(sql);
        return (PreparedStatement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("execute") && !answers) {
                        waiting.incrementAndGet();
                        gate.await();
                        if (silent == Effect.AT_ONCE) {
                            BoundStatement.call(statement, method, arguments);
                        } else if (silent == Effect.LATER) {
                            late.add(bound.copy());
                        }
                        throw new SQLException("no answer in time", "08006");
                    }
                    return bound.invoke(statement, method, arguments);
                });
    }
}
