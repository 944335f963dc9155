package io.github.restartoracle.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.jspecify.annotations.Nullable;

/**
 * A message that is being delivered to the service, and the transaction that begins when the service asks for a connection.
 *
 * <p>Not thread-safe; confined to the invocation of the service.
 */
final class Delivery {
    final String sequence;
    final long number;
    /** Under which the sequence was owned when the delivery began. */
    final long token;
    /** Whether the message is accepted only when it is delivered: CXF's robust one-way. */
    final boolean accepts;

    private final DataSource dataSource;
    private @Nullable Connection connection;
    private boolean autoCommit;
    private boolean rolledBack;
    private boolean done;

    Delivery(DataSource dataSource, String sequence, long number, long token, boolean accepts) {
        this.dataSource = dataSource;
        this.sequence = sequence;
        this.number = number;
        this.token = token;
        this.accepts = accepts;
    }

    /** The delivery in the course of which this is called. */
    static @Nullable Delivery current() {
        Message message = PhaseInterceptorChain.getCurrentMessage();
        return message == null ? null : of(message);
    }

    static @Nullable Delivery of(Message message) {
        return (Delivery) message.get(Delivery.class.getName());
    }

    void attach(Message message) {
        message.put(Delivery.class.getName(), this);
    }

    /** The connection of the service's transaction; null if it has asked for none. */
    @Nullable
    Connection connection() {
        return connection;
    }

    boolean isRolledBack() {
        return rolledBack;
    }

    boolean isDone() {
        return done;
    }

    boolean isDone(String ofSequence, long ofNumber) {
        return done && sequence.equals(ofSequence) && number == ofNumber;
    }

    /** A connection for the service, on which closing and committing is left to the end of the delivery. */
    Connection join() throws SQLException {
        Connection real = connection;
        if (real == null) {
            real = dataSource.getConnection();
            autoCommit = real.getAutoCommit();
            real.setAutoCommit(false);
            connection = real;
        }
        Connection joined = real;
        return (Connection) Proxy.newProxyInstance(
                Delivery.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "close", "commit", "setAutoCommit" -> null;
                    default -> {
                        rolledBack |= method.getName().equals("rollback") && method.getParameterCount() == 0;
                        try {
                            yield method.invoke(joined, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }
                });
    }

    /** The transaction has ended one way or the other. */
    void end(boolean delivered) throws SQLException {
        done |= delivered;
        try (Connection real = connection) {
            connection = null;
            if (real != null) {
                real.setAutoCommit(autoCommit);
            }
        }
    }
}
