package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;

/** The differences between the databases, and their tables. */
enum Dialect {
    /** Only one process at a time has the files open, so no other process owns anything. */
    H2("BLOB", false),
    /**
     * Several processes may use the database. A transaction that writes for a sequence blocks its take-over until it has
     * committed.
     */
    POSTGRESQL("BYTEA", true);

    private static final Logger LOG = Logs.of(Dialect.class);

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

    /** Returns the dialect of a database, which has to be one of them. */
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

    /** Creates the tables, or migrates them. Several processes may do so at once. */
    void migrate(DataSource dataSource) {
        Flyway flyway = Flyway.configure(Dialect.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:io/github/restartoracle/store/migration")
                // The database may be the application's, with a history of its own.
                .table("restart_oracle_schema")
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .placeholders(Map.of("bytes", bytes))
                .load();
        try {
            flyway.migrate();
        } catch (FlywayException e) {
            // Flyway's lock does not cover its first check: of two processes that begin the history one fails, and
            // finds it at the second attempt.
            LOG.debug("Creating the tables failed; trying once more", e);
            flyway.migrate();
        }
    }

    /** Returns a parameter of a select list, of the type of contents. */
    String bytesParameter() {
        return "CAST(? AS " + bytes + ")";
    }
}
