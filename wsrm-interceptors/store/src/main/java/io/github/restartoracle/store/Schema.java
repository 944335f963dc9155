package io.github.restartoracle.store;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** The tables, created or migrated by Flyway. Several processes may do so at once. */
final class Schema {
    private Schema() {}

    static void migrate(DataSource dataSource, Dialect dialect) {
        Flyway.configure(Schema.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:io/github/restartoracle/store/migration")
                // The database may be the application's, with a history of its own.
                .table("restart_oracle_schema")
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .placeholders(dialect.placeholders())
                .load()
                .migrate();
    }
}
