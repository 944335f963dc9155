package io.github.restartoracle.spring.boot;

import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.store.DataSourceStore;
import io.github.restartoracle.store.StoreOptions;
import io.github.restartoracle.wsrm.RestartOracle;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The message store on the application's {@link DataSource}, if {@code restart-oracle-store} is on the class path. No message
 * is stored without a data source, with {@code restart-oracle.rm.store=false}, or if the application defines an {@link RMStore}
 * bean. A service that is to take effect exactly once writes through {@link DataSourceStore#deliveryDataSource()}.
 */
@AutoConfiguration(
        before = RestartOracleAutoConfiguration.class,
        afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({DataSourceStore.class, RMStore.class, DataSource.class})
@ConditionalOnBooleanProperty(name = "restart-oracle.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "restart-oracle.rm.store", matchIfMissing = true)
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnMissingBean({RMStore.class, RestartOracle.class})
public final class RestartOracleStoreAutoConfiguration {
    /** Creates the configuration; called by Spring. */
    RestartOracleStoreAutoConfiguration() {}

    static StoreOptions options(Settings rm) {
        StoreOptions defaults = StoreOptions.ofDefaults();
        return defaults.withNode(rm.text("store-node"))
                .withLease(rm.duration("store-lease", defaults.lease(), Duration.ofSeconds(1), Duration.ofHours(1)));
    }

    @Bean
    DataSourceStore restartOracleStore(DataSource dataSource, ConfigurableEnvironment environment) {
        return new DataSourceStore(
                dataSource,
                options(RestartOracleProperties.of(environment).own().section("rm")));
    }
}
