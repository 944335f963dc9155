package io.github.restartoracle.spring.boot;

import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.recorder.PathRecorder;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.apache.cxf.Bus;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Shows a restart oracle, the application's own included: meters if there is Micrometer, the endpoint
 * {@code restartoracle} and a health indicator if there is Actuator.
 */
@AutoConfiguration(after = RestartOracleAutoConfiguration.class)
@ConditionalOnBean(RestartOracle.class)
public final class RestartOracleObservationAutoConfiguration {
    /** Creates the configuration; called by Spring. */
    RestartOracleObservationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    PathRecorder restartOracleRecorder(RestartOracle oracle, ObjectProvider<Bus> buses) {
        Bus bus = buses.getIfUnique();
        if (bus != null && RestartOracle.of(bus) == oracle) {
            return PathRecorder.install(bus);
        }
        PathRecorder recorder = new PathRecorder();
        oracle.addListener(recorder);
        return recorder;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {
        @Bean
        @ConditionalOnMissingBean
        RestartOracleMeters restartOracleMeters(RestartOracle oracle, PathRecorder recorder) {
            return new RestartOracleMeters(oracle, recorder);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class Operations {
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        RestartOracleEndpoint restartOracleEndpoint(RestartOracle oracle, PathRecorder recorder) {
            return new RestartOracleEndpoint(oracle, recorder);
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBean(RestartOracleEndpoint.class)
        @ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
        RestartOracleWebEndpoint restartOracleWebEndpoint(RestartOracleEndpoint endpoint) {
            return new RestartOracleWebEndpoint(endpoint);
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
