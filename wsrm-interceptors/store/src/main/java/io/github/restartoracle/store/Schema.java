package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;

/** The tables, created or migrated by Flyway. Several processes may do so at once. */
final class Schema {
    private static final Logger LOG = Logs.of(Schema.class);

    private Schema() {}

    static void migrate(DataSource dataSource, Dialect dialect) {
        Flyway flyway = Flyway.configure(Schema.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:io/github/restartoracle/store/migration")
                // The database may be the application's, with a history of its own.
                .table("restart_oracle_schema")
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .placeholders(dialect.placeholders())
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
}
