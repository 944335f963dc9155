package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.store.DataSourceStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;

class RestartOracleStoreAutoConfigurationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RestartOracleStoreAutoConfiguration.class, RestartOracleAutoConfiguration.class))
            .withPropertyValues("restart-oracle.oracle=qest");

    private static RMManager manager(ApplicationContext context) {
        return context.getBean(Bus.class).getExtension(RMManager.class);
    }

    private static Throwable cause(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        return NestedExceptionUtils.getMostSpecificCause(Objects.requireNonNull(context.getStartupFailure()));
    }

    @Configuration(proxyBeanMethods = false)
    static class Store {
        @Bean
        RMStore store() {
            return new RMTxStore();
        }
    }

    @Test
    void shouldUseTheStoreAndDeliverAgainWhatItHolds() {
        ApplicationContextRunner stored = runner.withUserConfiguration(Store.class);
        stored.run(context -> {
            assertThat(manager(context).getStore()).isSameAs(context.getBean(RMStore.class));
            assertThat(manager(context).getDestinationPolicy().getRetryPolicy().getMaxRetries())
                    .isEqualTo(-1);
        });
        stored.withPropertyValues("restart-oracle.rm.redelivery=false")
                .run(context -> assertThat(
                                manager(context).getDestinationPolicy().getRetryPolicy())
                        .isNull());
        stored.withPropertyValues("restart-oracle.rm.store=false")
                .run(context -> assertThat(manager(context).getStore()).isNull());
    }

    @Configuration(proxyBeanMethods = false)
    static class Database {
        @Bean
        DataSource dataSource() {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:auto-configuration;DB_CLOSE_DELAY=-1");
            return database;
        }
    }

    @Test
    void shouldStoreInTheDataSourceOfTheApplication() {
        ApplicationContextRunner withDatabase = runner.withUserConfiguration(Database.class)
                .withPropertyValues("restart-oracle.rm.store-node=one", "restart-oracle.rm.store-lease=20s");
        withDatabase.run(context -> {
            assertThat(context).hasSingleBean(DataSourceStore.class);
            assertThat(manager(context).getStore()).isSameAs(context.getBean(RMStore.class));
        });
        withDatabase
                .withUserConfiguration(Store.class)
                .run(context -> assertThat(context).doesNotHaveBean(DataSourceStore.class));
        withDatabase
                .withPropertyValues("restart-oracle.rm.store=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DataSourceStore.class));
        withDatabase
                .withClassLoader(new FilteredClassLoader(DataSourceStore.class))
                .run(context -> assertThat(manager(context).getStore()).isNull());
        withDatabase
                .withPropertyValues("restart-oracle.rm.store-lease=2h")
                .run(context -> assertThat(cause(context))
                        .isInstanceOf(SettingException.class)
                        .hasMessageContaining("restart-oracle.rm.store-lease"));
    }

    @Test
    void shouldFailWhenTheStoreThatIsAskedForIsMissing() {
        runner.withPropertyValues("restart-oracle.rm.store=true")
                .run(context -> assertThat(cause(context))
                        .isInstanceOf(SettingException.class)
                        .hasMessageContaining("restart-oracle.rm.store")
                        .hasMessageContaining("spring.datasource.url"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "restart-oracle.max-attempts=many",
                "restart-oracle.endpoints.OrdersPort.oracle=none-such",
                "restart-oracle.http.max-response-size=huge",
                "restart-oracle.rm.redelivery-interval=soon",
                "restart-oracle.rm.store-lease=2h"
            })
    void shouldCheckAllPropertiesBeforeItCreatesTables(String wrong) throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:checked-" + wrong.hashCode() + ";DB_CLOSE_DELAY=-1");
        runner.withBean(DataSource.class, () -> database)
                .withPropertyValues(wrong)
                .run(context -> assertThat(cause(context)).isInstanceOf(SettingException.class));
        try (Connection connection = database.getConnection();
                ResultSet tables = connection.getMetaData().getTables(null, "PUBLIC", "%", null)) {
            assertThat(tables.next()).isFalse();
        }
    }
}
