package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.SQLException;
import org.apache.commons.dbcp2.BasicDataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private static final String URL = "jdbc:h2:mem:pool";
    private static final int SIZE = 7;

    @Test
    void shouldReadTheSizeOfHikari() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(URL);
        config.setMaximumPoolSize(SIZE);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThat(Connections.poolSize(pool)).hasValue(SIZE);
            assertThat(Connections.poolSize(new DeliveryTransaction.Joining(pool)))
                    .hasValue(SIZE);
        }
    }

    @Test
    void shouldReadTheSizeOfCommonsDbcp() throws SQLException {
        try (BasicDataSource pool = new BasicDataSource()) {
            pool.setMaxTotal(SIZE);
            assertThat(Connections.poolSize(pool)).hasValue(SIZE);
            pool.setMaxTotal(-1);
            assertThat(Connections.poolSize(pool)).isEmpty();
        }
    }

    @Test
    void shouldReadTheSizeOfTomcat() {
        org.apache.tomcat.jdbc.pool.DataSource pool = new org.apache.tomcat.jdbc.pool.DataSource();
        pool.setMaxActive(SIZE);
        assertThat(Connections.poolSize(pool)).hasValue(SIZE);
        pool.close();
    }

    @Test
    void shouldReadTheSizeOfAgroal() throws SQLException {
        AgroalDataSourceConfigurationSupplier configuration = new AgroalDataSourceConfigurationSupplier();
        configuration.connectionPoolConfiguration(
                pool -> pool.maxSize(SIZE).connectionFactoryConfiguration(factory -> factory.jdbcUrl(URL)));
        try (AgroalDataSource pool = AgroalDataSource.from(configuration)) {
            assertThat(Connections.poolSize(pool)).hasValue(SIZE);
        }
    }

    @Test
    void shouldNotKnowTheSizeOfWhatIsNoPool() {
        assertThat(Connections.poolSize(new JdbcDataSource())).isEmpty();
    }
}
