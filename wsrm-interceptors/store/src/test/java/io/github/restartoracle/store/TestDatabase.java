package io.github.restartoracle.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The databases that the store supports, each real, with a new database for every test. */
enum TestDatabase {
    H2 {
        @Override
        String url(Path directory) {
            return "jdbc:h2:file:" + directory.resolve("h2");
        }
    },
    POSTGRESQL {
        @Override
        String url(Path directory) {
            return Server.newDatabase();
        }
    };

    /** Returns the URL of a new database. */
    abstract String url(Path directory);

    static HikariDataSource pool(String url) {
        return pool(url, Duration.ofSeconds(5));
    }

    /** Creates a pool that waits for a connection for the given time. */
    static HikariDataSource pool(String url, Duration timeout) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(timeout.toMillis());
        // On a slow disk the creation of a database may take longer than the timeout.
        config.setInitializationFailTimeout(TimeUnit.MINUTES.toMillis(2));
        return new HikariDataSource(config);
    }

    /** One server for all tests of a process. */
    private static final class Server {
        private static final AtomicInteger NUMBER = new AtomicInteger();
        private static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofMinutes(2))
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static String newDatabase() {
            String name = "store" + NUMBER.incrementAndGet();
            try (Connection connection = POSTGRES.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + name);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return "jdbc:postgresql://localhost:" + POSTGRES.getPort() + "/" + name + "?user=postgres";
        }
    }
}
