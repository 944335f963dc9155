package io.github.restartoracle.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;

/** The differences between the databases. */
enum Dialect {
    /** Only one process at a time has the files open, so no other process owns anything. */
    H2("BLOB", false),
    /**
     * Several processes may use the database. A transaction that writes for a sequence blocks its take-over until it has
     * committed.
     */
    POSTGRESQL("BYTEA", true);

    private final String bytes;
    /** True if several processes may use the database at once. */
    final boolean shared;

    final String forShare;
    final String forUpdate;
    /** A lock clause that skips locked rows: the process that has one locked may be paused for ever. */
    final String forUpdateOfUnlocked;

    Dialect(String bytes, boolean shared) {
        this.bytes = bytes;
        this.shared = shared;
        this.forShare = shared ? " FOR SHARE" : "";
        this.forUpdate = shared ? " FOR UPDATE" : "";
        this.forUpdateOfUnlocked = shared ? " FOR UPDATE SKIP LOCKED" : "";
    }

    /**
     * Returns the dialect of a database.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Dialect of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            for (Dialect dialect : values()) {
                if (product.toUpperCase(Locale.ROOT).contains(dialect.name())) {
                    return dialect;
                }
            }
            throw new IllegalArgumentException("no store for " + product + ": it has to be H2 or PostgreSQL");
        }
    }

    /** Returns a condition that is always true, and makes PostgreSQL end the transaction when it has been idle for a time. */
    String idleTimeoutCondition(Duration idle) {
        return shared
                ? " AND set_config('idle_in_transaction_session_timeout', '" + idle.toMillis() + "', TRUE) IS NOT NULL"
                : "";
    }

    /** Returns the placeholders of the migrations. */
    Map<String, String> placeholders() {
        return Map.of("bytes", bytes);
    }

    /** Returns a parameter of a select list, of the type of contents. */
    String bytesParameter() {
        return "CAST(? AS " + bytes + ")";
    }
}
