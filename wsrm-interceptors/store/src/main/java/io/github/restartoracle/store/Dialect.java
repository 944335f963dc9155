package io.github.restartoracle.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;

/** What the databases spell differently. */
enum Dialect {
    /** One process at a time has the files open, so nobody else can own anything. */
    H2("BLOB", "TIMESTAMP WITH TIME ZONE", false),
    /** As H2. */
    DERBY("BLOB", "TIMESTAMP", false),
    /** A transaction that writes for a sequence keeps it from being taken over until it has committed. */
    POSTGRESQL("BYTEA", "TIMESTAMP WITH TIME ZONE", true);

    private final String bytes;
    private final String timestamp;
    /** Whether several processes may use the database at once. */
    final boolean shared;

    final String forShare;
    final String forUpdate;
    /** For what nobody is to wait for: whoever has it locked may be paused, and does not tell for how long. */
    final String forUpdateOfUnlocked;

    Dialect(String bytes, String timestamp, boolean shared) {
        this.bytes = bytes;
        this.timestamp = timestamp;
        this.shared = shared;
        this.forShare = shared ? " FOR SHARE" : "";
        this.forUpdate = shared ? " FOR UPDATE" : "";
        this.forUpdateOfUnlocked = shared ? " FOR UPDATE SKIP LOCKED" : "";
    }

    /**
     * The dialect of a database.
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
            throw new IllegalArgumentException(
                    "no store for " + product + ": it has to be H2, Apache Derby or PostgreSQL");
        }
    }

    /** What stands in the migrations. */
    Map<String, String> placeholders() {
        return Map.of("bytes", bytes, "timestamp", timestamp);
    }

    /** A parameter of a select list, of the type of contents. */
    String bytesParameter() {
        return "CAST(? AS " + bytes + ")";
    }

    /** An expression: so many milliseconds from now, by the clock of the database. */
    String expiry(long millis) {
        return shared ? "CURRENT_TIMESTAMP + " + millis + " * INTERVAL '1 millisecond'" : "CURRENT_TIMESTAMP";
    }
}
