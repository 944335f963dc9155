package io.github.restartoracle.store;

import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;
import javax.sql.DataSource;

/** Tells how many connections a pool has at most, by its settings. */
final class PoolSize {
    /** A class of pools, and the methods that lead to its largest size. */
    private record Kind(String name, List<String> path) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("com.zaxxer.hikari.HikariDataSource", List.of("getMaximumPoolSize")),
            new Kind("org.apache.commons.dbcp2.BasicDataSource", List.of("getMaxTotal")),
            new Kind("org.apache.tomcat.jdbc.pool.DataSource", List.of("getMaxActive")),
            new Kind(
                    "io.agroal.api.AgroalDataSource",
                    List.of("getConfiguration", "connectionPoolConfiguration", "maxSize")));

    private PoolSize() {}

    /** Returns the largest size of a pool, or of that to which the data source leads; empty if it is not known or unlimited. */
    static OptionalInt of(DataSource dataSource) {
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
}
