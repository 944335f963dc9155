package io.github.restartoracle.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.wsrm.RestartOracle;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.spring.SpringBus;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMOutInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportResource;
import org.springframework.context.annotation.PropertySource;
import org.springframework.context.annotation.Scope;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.MapPropertySource;

/** Plain Spring: Spring Boot is not on the class path of this module. */
class EnableRestartOracleTest {
    @Configuration(proxyBeanMethods = false)
    @EnableRestartOracle("qest")
    @ImportResource("classpath:META-INF/cxf/cxf.xml")
    @PropertySource("classpath:orders.properties")
    static class Orders {}

    @Configuration(proxyBeanMethods = false)
    @EnableRestartOracle
    static class OwnBus {
        @Bean
        SpringBus cxf() {
            return new SpringBus();
        }
    }

    /** An oracle with a timeout of a minute. */
    static final class Patient implements RetransmissionOracle {
        @Override
        public long timeoutNanos(int attempt) {
            return 60_000_000_000L;
        }

        @Override
        public void onAcknowledgement(RttSample sample) {
            // does not learn
        }

        @Override
        public void onTimeout(int attempt) {
            // keeps its timeout
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnOracles {
        @Bean
        @Scope("prototype")
        RetransmissionOracle patientOracle() {
            return new Patient();
        }

        @Bean
        RetransmissionOracle shared() {
            return new Patient();
        }
    }

    private static AnnotationConfigApplicationContext context(Map<String, Object> properties, Class<?>... beans) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
        context.register(beans);
        return context;
    }

    private static void assertReliable(ConfigurableApplicationContext context) {
        Bus bus = context.getBean(Bus.class);
        assertThat(RestartOracle.of(bus)).isNotNull().isSameAs(context.getBean(RestartOracle.class));
        assertThat(bus.getOutInterceptors())
                .anyMatch(MAPAggregator.class::isInstance)
                .anyMatch(RMOutInterceptor.class::isInstance);
        assertThat(bus.getExtension(RMManager.class).getConfiguration().getDeliveryAssurance())
                .isEqualTo(RMConfiguration.DeliveryAssurance.EXACTLY_ONCE);
    }

    private static SettingException refused(Map<String, Object> properties, Class<?>... beans) {
        try (AnnotationConfigApplicationContext context = context(properties, beans)) {
            Throwable failure = catchThrowable(context::refresh);
            assertThat(failure).isNotNull();
            return (SettingException) NestedExceptionUtils.getMostSpecificCause(Objects.requireNonNull(failure));
        }
    }

    @Test
    void shouldMakeTheBusOfCxfReliable() {
        try (AnnotationConfigApplicationContext context = context(Map.of(), Orders.class)) {
            context.refresh();
            assertReliable(context);
        }
    }

    @Test
    void shouldMakeABusOfTheApplicationReliable() {
        Map<String, Object> properties =
                Map.of("restart-oracle.oracle", "fixed", "restart-oracle.rm.delivery-assurance", "exactly-once");
        try (AnnotationConfigApplicationContext context = context(properties, OwnBus.class)) {
            context.refresh();
            assertReliable(context);
        }
    }

    @Test
    void shouldMakeTheBusReliableInXml() {
        try (GenericXmlApplicationContext context = new GenericXmlApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "test",
                            Map.of(
                                    "restart-oracle.oracle",
                                    "qest",
                                    "restart-oracle.rm.delivery-assurance",
                                    "exactly-once")));
            context.load("classpath:orders.xml");
            context.refresh();
            assertReliable(context);
        }
    }

    @Test
    void shouldLetAPropertyWinOverTheAnnotation() {
        assertThat(refused(Map.of("restart-oracle.oracle", "quest"), Orders.class))
                .hasMessageStartingWith("restart-oracle.oracle = \"quest\" cannot be used: expected one of");
    }

    @Test
    void shouldRefuseWhatNobodyKnows() {
        assertThat(refused(Map.of("restart-oracle.rm.vresion", "1.0"), Orders.class))
                .hasMessageContaining("restart-oracle.rm.vresion");
        assertThat(refused(Map.of("restart-oracle.initial-timeuot", "1s"), Orders.class))
                .hasMessageContaining("restart-oracle.initial-timeuot");
        assertThat(refused(Map.of("restart-oracle.rm.reply-to", "acks.example.org, /acks"), Orders.class))
                .hasMessageContaining("restart-oracle.rm.reply-to");
    }

    @Test
    void shouldRefuseSettingsWithoutEffect() {
        assertThat(refused(Map.of("restartoracle.oracle", "qest"), Orders.class))
                .hasMessage("restartoracle.oracle = \"qest\" cannot be used: no such property; did you mean"
                        + " restart-oracle.oracle?");
        assertThat(refused(
                        Map.of("restart-oracle.rm.version", "1.1", "restart-oracle.rm.addressing", "2004-08"),
                        Orders.class))
                .hasMessage(
                        "restart-oracle.rm.addressing = \"2004-08\" cannot be used: expected 2005-08, the only one of"
                                + " version 1.1");
        assertThat(refused(Map.of("restart-oracle.rm.store", "true"), Orders.class))
                .hasMessageContaining("restart-oracle-store on the class path and one DataSource");
    }

    @Test
    void shouldChooseAnOracleThatIsABeanByItsName() {
        Map<String, Object> properties = Map.of("restart-oracle.oracle", "patient-oracle");
        try (AnnotationConfigApplicationContext context = context(properties, Orders.class, OwnOracles.class)) {
            context.refresh();
            assertReliable(context);
        }
        assertThat(refused(
                        Map.of("restart-oracle.oracle", "patient-oracle", "restart-oracle.patient-oracle.minutes", "2"),
                        Orders.class,
                        OwnOracles.class))
                .hasMessageContaining("restart-oracle.patient-oracle.minutes");
    }

    @Test
    void shouldRefuseAnOracleThatPathsWouldShare() {
        assertThat(refused(Map.of("restart-oracle.oracle", "shared"), Orders.class, OwnOracles.class))
                .hasMessageContaining("restart-oracle.oracle = \"shared\"")
                .hasMessageContaining("the bean \"shared\" has the scope \"prototype\"");
    }
}
