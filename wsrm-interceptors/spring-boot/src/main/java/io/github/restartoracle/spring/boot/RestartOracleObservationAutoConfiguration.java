package io.github.restartoracle.spring.boot;

import io.github.restartoracle.mail.inbox.Inboxes;
import io.github.restartoracle.wsrm.RestartOracle;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.apache.cxf.Bus;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * What there is to be seen of a restart oracle, the application's own included: meters if there is Micrometer, those of mail
 * if there is that transport too, the endpoint {@code restartoracle} and a health indicator if there is Actuator.
 */
@AutoConfiguration(after = RestartOracleAutoConfiguration.class)
@ConditionalOnBean(RestartOracle.class)
public final class RestartOracleObservationAutoConfiguration {
    /** Made by Spring. */
    RestartOracleObservationAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {
        @Bean
        @ConditionalOnMissingBean
        RestartOracleMeters restartOracleMeters(RestartOracle oracle) {
            return new RestartOracleMeters(oracle);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({MeterBinder.class, Inboxes.class})
    @ConditionalOnSingleCandidate(Bus.class)
    static class Mail {
        @Bean
        @ConditionalOnMissingBean
        MailMeters restartOracleMailMeters(Bus bus) {
            return new MailMeters(bus);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class Operations {
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        RestartOracleEndpoint restartOracleEndpoint(RestartOracle oracle) {
            return new RestartOracleEndpoint(oracle);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static class Health {
        @Bean
        @ConditionalOnEnabledHealthIndicator("restartoracle")
        @ConditionalOnMissingBean(name = "restartOracleHealthIndicator")
        HealthIndicator restartOracleHealthIndicator(RestartOracle oracle, ConfigurableEnvironment environment) {
            Duration silentAfter = RestartOracleHealth.silentAfter(
                    RestartOracleProperties.of(environment).own().section("health"));
            return new RestartOracleHealth(oracle, silentAfter);
        }
    }
}
