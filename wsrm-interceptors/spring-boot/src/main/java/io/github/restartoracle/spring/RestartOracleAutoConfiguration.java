package io.github.restartoracle.spring;

import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.TransmissionListener;
import org.apache.cxf.Bus;
import org.apache.cxf.spring.boot.autoconfigure.CxfAutoConfiguration;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportResource;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The restart oracle of a Spring Boot application. Does nothing without the property {@code restart-oracle.oracle}, and
 * nothing if the application defines a {@link RestartOracle} bean. Beans of the types {@link OracleProvider} (further
 * kinds of oracle), {@link TransmissionListener} and {@link RMStore} are used.
 */
@AutoConfiguration(after = CxfAutoConfiguration.class)
@ConditionalOnClass({Bus.class, RMManager.class})
@ConditionalOnProperty("restart-oracle.oracle")
@ConditionalOnMissingBean(RestartOracle.class)
public final class RestartOracleAutoConfiguration {
    /** Made by Spring. */
    RestartOracleAutoConfiguration() {}

    /** CXF's own starter makes a bus in servlet applications only. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Bus.class)
    @ImportResource("classpath:META-INF/cxf/cxf.xml")
    static class OwnBus {}

    @Bean
    static ReliableBuses restartOracleBuses(
            ConfigurableEnvironment environment,
            ObjectProvider<OracleProvider> oracles,
            ObjectProvider<TransmissionListener> listeners,
            ObjectProvider<RMStore> stores) {
        return new ReliableBuses(RestartOracleProperties.of(environment), oracles, listeners, stores);
    }

    @Bean
    RestartOracle restartOracle(Bus bus, ReliableBuses buses) {
        return buses.install(bus);
    }
}
