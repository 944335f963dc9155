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

class PoolSizeTest {
    private static final String URL = "jdbc:h2:mem:pool";
    private static final int SIZE = 7;

    @Test
    void shouldReadTheSizeOfHikari() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(URL);
        config.setMaximumPoolSize(SIZE);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThat(PoolSize.of(pool)).hasValue(SIZE);
            assertThat(PoolSize.of(new JoiningDataSource(pool))).hasValue(SIZE);
        }
    }

    @Test
    void shouldReadTheSizeOfCommonsDbcp() throws SQLException {
        try (BasicDataSource pool = new BasicDataSource()) {
            pool.setMaxTotal(SIZE);
            assertThat(PoolSize.of(pool)).hasValue(SIZE);
            pool.setMaxTotal(-1);
            assertThat(PoolSize.of(pool)).isEmpty();
        }
    }

    @Test
    void shouldReadTheSizeOfTomcat() {
        org.apache.tomcat.jdbc.pool.DataSource pool = new org.apache.tomcat.jdbc.pool.DataSource();
        pool.setMaxActive(SIZE);
        assertThat(PoolSize.of(pool)).hasValue(SIZE);
        pool.close();
    }

    @Test
    void shouldReadTheSizeOfAgroal() throws SQLException {
        AgroalDataSourceConfigurationSupplier configuration = new AgroalDataSourceConfigurationSupplier();
        configuration.connectionPoolConfiguration(
                pool -> pool.maxSize(SIZE).connectionFactoryConfiguration(factory -> factory.jdbcUrl(URL)));
        try (AgroalDataSource pool = AgroalDataSource.from(configuration)) {
            assertThat(PoolSize.of(pool)).hasValue(SIZE);
        }
    }

    @Test
    void shouldNotKnowTheSizeOfWhatIsNoPool() {
        assertThat(PoolSize.of(new JdbcDataSource())).isEmpty();
    }
}
