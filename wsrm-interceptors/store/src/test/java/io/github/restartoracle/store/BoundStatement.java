package io.github.restartoracle.store;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records the parameters of a statement, so that it can be executed later, over another connection. Not thread-safe. */
final class BoundStatement {
    private interface Binding {
        void on(PreparedStatement statement) throws SQLException;
    }

    private final String sql;
    private final List<Binding> bindings;

    /** Creates a statement without parameters so far. */
    BoundStatement(String sql) {
        this(sql, new ArrayList<>());
    }

    private BoundStatement(String sql, List<Binding> bindings) {
        this.sql = sql;
        this.bindings = bindings;
    }

    /** Calls a method of a statement, and records the parameter that it binds. */
    @Nullable
    Object invoke(PreparedStatement statement, Method method, @Nullable Object @Nullable [] arguments)
            throws SQLException {
        if (arguments != null && arguments.length > 1 && arguments[0] instanceof Integer parameter) {
            if (method.getName().equals("setBinaryStream") && arguments[1] instanceof InputStream in) {
                // A stream can be read once.
                byte[] bytes = bytes(in);
                bindings.add(later -> later.setBytes(parameter, bytes));
                statement.setBytes(parameter, bytes);
                return null;
            }
            if (method.getName().startsWith("set")) {
                bindings.add(later -> call(later, method, arguments));
            }
        }
        return call(statement, method, arguments);
    }

    /** Returns a copy with the present bindings. */
    BoundStatement copy() {
        return new BoundStatement(sql, List.copyOf(bindings));
    }

    void execute(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Binding binding : bindings) {
                binding.on(statement);
            }
            statement.executeUpdate();
        }
    }

    private static byte[] bytes(InputStream in) throws SQLException {
        try {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }

    /** Calls a method of JDBC. */
    static @Nullable Object call(Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws SQLException {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
