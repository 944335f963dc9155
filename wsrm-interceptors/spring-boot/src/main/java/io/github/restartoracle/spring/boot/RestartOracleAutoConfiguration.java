package io.github.restartoracle.spring.boot;

import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.spring.ReliableBuses;
import io.github.restartoracle.spring.ReliableMessaging;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import org.apache.cxf.Bus;
import org.apache.cxf.spring.boot.autoconfigure.CxfAutoConfiguration;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportResource;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The restart oracle of a Spring Boot application. Without the property {@code restart-oracle.oracle} it is {@value
 * RestartOracle#DEFAULT_ORACLE}. Has no effect with {@code restart-oracle.enabled=false}, or if the application defines a
 * {@link RestartOracle} bean. Beans of the types {@link OracleProvider} and {@link RetransmissionOracle} (further kinds of
 * oracle), {@link TransmissionListener} and {@link RMStore} are used as {@link ReliableBuses} says.
 */
@AutoConfiguration(after = CxfAutoConfiguration.class)
@ConditionalOnClass({Bus.class, RMManager.class})
@ConditionalOnBooleanProperty(name = "restart-oracle.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(RestartOracle.class)
public final class RestartOracleAutoConfiguration {
    /** Creates the configuration; called by Spring. */
    RestartOracleAutoConfiguration() {}

    /** A bus for other applications: CXF's own starter creates one in servlet applications only. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Bus.class)
    @ImportResource("classpath:META-INF/cxf/cxf.xml")
    static class OwnBus {}

    @Bean
    static ReliableBuses restartOracleBuses(ConfigurableEnvironment environment, ListableBeanFactory beans) {
        BootVersionFailureAnalyzer.require(SpringBootVersion.getVersion());
        RestartOracleProperties properties = RestartOracleProperties.of(environment);
        return new ReliableBuses(
                properties.library(), ReliableMessaging.from(properties.own().section("rm")), beans);
    }

    @Bean
    RestartOracle restartOracle(Bus bus, ReliableBuses buses) {
        return buses.install(bus);
    }
}
