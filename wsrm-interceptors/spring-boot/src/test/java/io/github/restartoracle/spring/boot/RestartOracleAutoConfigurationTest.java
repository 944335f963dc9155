package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.spring.ReliableBuses;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.queue.OracleRetransmissionQueue;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.spring.boot.autoconfigure.CxfAutoConfiguration;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMOutInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.core.NestedExceptionUtils;

class RestartOracleAutoConfigurationTest {
    private static final AutoConfigurations ALL = AutoConfigurations.of(
            CxfAutoConfiguration.class,
            RestartOracleStoreAutoConfiguration.class,
            RestartOracleAutoConfiguration.class,
            RestartOracleObservationAutoConfiguration.class);
    private static final String QEST = "restart-oracle.oracle=qest";

    private final ApplicationContextRunner plain = new ApplicationContextRunner().withConfiguration(ALL);
    private final ApplicationContextRunner runner = plain.withPropertyValues(QEST);

    private static RMManager manager(ApplicationContext context) {
        return context.getBean(Bus.class).getExtension(RMManager.class);
    }

    private static boolean isReliable(Bus bus) {
        return bus.getOutInterceptors().stream().anyMatch(MAPAggregator.class::isInstance)
                && bus.getOutInterceptors().stream().anyMatch(RMOutInterceptor.class::isInstance);
    }

    private static Throwable cause(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        return NestedExceptionUtils.getMostSpecificCause(Objects.requireNonNull(context.getStartupFailure()));
    }

    @Test
    void shouldTakeTheCanaryUnlessToldOtherwise() {
        plain.run(context ->
                assertThat(context.getBean(RestartOracle.class).paths()).isEmpty());
        plain.withPropertyValues("restart-oracle.canary.budget=soon")
                .run(context -> assertThat(cause(context)).hasMessageContaining("restart-oracle.canary.budget"));
    }

    @Test
    void shouldDoNothingWhenSwitchedOff() {
        plain.withPropertyValues("restart-oracle.enabled=false", "restart-oracle.initial-timeout=2s")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(RestartOracle.class)
                        .doesNotHaveBean(Bus.class)
                        .doesNotHaveBean(RestartOracleMeters.class));
    }

    @Test
    void shouldDoNothingWithoutReliableMessaging() {
        runner.withClassLoader(new FilteredClassLoader(RMManager.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RestartOracle.class));
    }

    @Test
    void shouldMakeABusWhenThereIsNone() {
        runner.run(context -> {
            Bus bus = context.getBean(Bus.class);
            assertThat(context.getBean(RestartOracle.class)).isSameAs(RestartOracle.of(bus));
            assertThat(isReliable(bus)).isTrue();
            assertThat(context).hasSingleBean(RestartOracleMeters.class);
        });
    }

    @Test
    void shouldTakeTheBusOfCxfInAWebApplication() {
        new WebApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues(QEST)
                .run(context -> {
                    Bus bus = context.getBean(Bus.class);
                    assertThat(context).hasSingleBean(RestartOracle.class).hasBean("cxfServletRegistration");
                    assertThat(isReliable(bus)).isTrue();
                });
    }

    @Test
    void shouldTakeABusOfTheApplication() {
        Bus own = new ExtensionManagerBus();
        runner.withBean("own", Bus.class, () -> own).run(context -> {
            assertThat(context.getBean(Bus.class)).isSameAs(own);
            assertThat(RestartOracle.of(own)).isSameAs(context.getBean(RestartOracle.class));
        });
        own.shutdown(true);
    }

    @Test
    void shouldLeaveARestartOracleOfTheApplicationAlone() {
        Bus own = new ExtensionManagerBus();
        RestartOracle fixed =
                RestartOracle.install(own, Settings.of(Map.of("oracle", "fixed")), TransmissionListener.NONE);
        runner.withBean(RestartOracle.class, () -> fixed).run(context -> {
            assertThat(context).doesNotHaveBean(ReliableBuses.class).doesNotHaveBean(Bus.class);
            assertThat(context).hasSingleBean(RestartOracleMeters.class);
            assertThat(isReliable(own)).isFalse();
        });
        own.shutdown(true);
    }

    /** A Spring bus that is asked for a restart oracle makes beans of that type. */
    @Configuration(proxyBeanMethods = false)
    static class OwnOracle {
        @Bean
        RestartOracle own(Bus bus) {
            return RestartOracle.install(bus, Settings.of(Map.of("oracle", "fixed")), TransmissionListener.NONE);
        }
    }

    @Test
    void shouldLetTheApplicationInstallOneOnTheBusOfCxf() {
        new WebApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues(QEST)
                .withUserConfiguration(OwnOracle.class)
                .run(context -> {
                    assertThat(RestartOracle.of(context.getBean(Bus.class)))
                            .isSameAs(context.getBean(RestartOracle.class));
                    assertThat(isReliable(context.getBean(Bus.class))).isFalse();
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnManager {
        @Bean
        RMManager manager(Bus bus) {
            RMManager manager = new RMManager();
            manager.getConfiguration().setInOrder(true);
            manager.getConfiguration().setRMNamespace(RM11Constants.NAMESPACE_URI);
            manager.setBus(bus);
            return manager;
        }
    }

    @Test
    void shouldUseAnRmManagerOfTheApplication() {
        runner.withUserConfiguration(OwnManager.class)
                .withPropertyValues("restart-oracle.rm.delivery-assurance=exactly-once")
                .run(context -> {
                    RMManager manager = manager(context);
                    assertThat(manager).isSameAs(context.getBean(RMManager.class));
                    assertThat(manager.getRetransmissionQueue()).isInstanceOf(OracleRetransmissionQueue.class);
                    assertThat(manager.getConfiguration().isInOrder()).isTrue();
                    assertThat(manager.getConfiguration().getRMNamespace()).isEqualTo(RM11Constants.NAMESPACE_URI);
                    assertThat(manager.getConfiguration().getDeliveryAssurance())
                            .isEqualTo(RMConfiguration.DeliveryAssurance.EXACTLY_ONCE);
                });
    }

    /** An oracle that always waits for the same number of minutes. */
    public static final class Patient implements OracleProvider, RetransmissionOracle {
        private int minutes;

        /** Creates the oracle; called by Spring, or through a service file. */
        public Patient() {}

        @Override
        public String name() {
            return "patient";
        }

        @Override
        public OracleFactory factory(Settings settings) {
            Settings own = settings.section("patient");
            own.requireKnown(Set.of("minutes"));
            minutes = own.integer("minutes", 1, 1, 60);
            return OracleFactory.of(() -> this);
        }

        @Override
        public long timeoutNanos(int attempt) {
            return TimeUnit.MINUTES.toNanos(minutes);
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

    @Test
    void shouldChooseAnOracleOfTheApplicationByName() {
        plain.withBean(Patient.class)
                .withPropertyValues("restart-oracle.oracle=patient", "restart-oracle.patient.minutes=1")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(RestartOracle.class));
        plain.withBean(Patient.class)
                .withPropertyValues("restart-oracle.oracle=patient", "restart-oracle.patient.hours=1")
                .run(context -> assertThat(cause(context))
                        .isInstanceOf(SettingException.class)
                        .hasMessageContaining("restart-oracle.patient.hours"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OracleBean {
        @Bean
        @Scope("prototype")
        RetransmissionOracle verySlow() {
            return new Patient();
        }
    }

    @Test
    void shouldChooseAnOracleBeanOfTheApplicationByItsName() {
        plain.withUserConfiguration(OracleBean.class)
                .withPropertyValues("restart-oracle.oracle=very-slow")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(RestartOracle.class));
    }

    @Test
    void shouldChooseAnOracleOfAServiceFileByName(@TempDir Path classes) throws IOException {
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve(OracleProvider.class.getName()), Patient.class.getName());
        URL[] path = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            plain.withClassLoader(loader)
                    .withPropertyValues("restart-oracle.oracle=patient")
                    .run(context -> assertThat(context).hasNotFailed().hasSingleBean(RestartOracle.class));
        }
    }

    @Test
    void shouldConfigureReliableMessagingByProperties() {
        runner.withPropertyValues(
                        "restart-oracle.rm.version=1.0",
                        "restart-oracle.rm.addressing=2005-08",
                        "restart-oracle.rm.delivery-assurance=exactly-once",
                        "restart-oracle.rm.in-order=true",
                        "restart-oracle.rm.redelivery=true",
                        "restart-oracle.rm.redelivery-interval=3s",
                        "restart-oracle.rm.redelivery-attempts=5",
                        "restart-oracle.rm.reply-to=acks.example.org, https://shop.example.org/acks/")
                .run(context -> {
                    RMManager manager = manager(context);
                    RMConfiguration configuration = manager.getConfiguration();
                    assertThat(configuration.getRMNamespace()).isEqualTo("http://schemas.xmlsoap.org/ws/2005/02/rm");
                    assertThat(configuration.getAddressingNamespace())
                            .isEqualTo("http://www.w3.org/2005/08/addressing");
                    assertThat(configuration.getDeliveryAssurance())
                            .isEqualTo(RMConfiguration.DeliveryAssurance.EXACTLY_ONCE);
                    assertThat(configuration.isInOrder()).isTrue();
                    assertThat(manager.getDestinationPolicy().getRetryPolicy().getInterval())
                            .isEqualTo(3000);
                    assertThat(manager.getDestinationPolicy().getRetryPolicy().getMaxRetries())
                            .isEqualTo(5);
                    assertThat(manager.getDestinationPolicy().getRetryPolicy().getAlgorithm())
                            .isEqualTo("Constant");
                });
        runner.run(context -> {
            assertThat(manager(context).getConfiguration().getDeliveryAssurance())
                    .isEqualTo(RMConfiguration.DeliveryAssurance.AT_LEAST_ONCE);
            assertThat(manager(context).getDestinationPolicy().getRetryPolicy())
                    .as("no store")
                    .isNull();
        });
    }

    @Test
    void shouldLeaveTheFeaturesToTheApplicationWhenToldSo() {
        runner.withPropertyValues("restart-oracle.rm.bus-wide=false").run(context -> {
            assertThat(isReliable(context.getBean(Bus.class))).isFalse();
            assertThat(context).hasSingleBean(RestartOracle.class);
        });
    }

    @Test
    void shouldHaveMailAccountsOfTheSameProperties() {
        runner.withPropertyValues("restart-oracle.mail.address=orders@supplier.example")
                .run(context -> assertThat(context.getBean(Bus.class)
                                .getExtension(MailAccounts.class)
                                .all())
                        .hasSize(1));
    }

    @Test
    void shouldRefuseWhatTheLibraryRefuses() {
        for (String wrong : new String[] {
            "restart-oracle.initial-timeuot=4s",
            "restart-oracle.initial-timeout=4",
            "restart-oracle.qest.buckets=0",
            "restart-oracle.http.max-response-size=0",
            "restart-oracle.rm.version=2.0",
            "restart-oracle.rm.vresion=1.0",
            "restart-oracle.rm.reply-to=https://a b",
            "restart-oracle.mail.adress=a@b.example",
            "restart-oracle.endpoints.OrderPort.max-attempts=-1"
        }) {
            runner.withPropertyValues(wrong)
                    .run(context -> assertThat(cause(context))
                            .isInstanceOf(SettingException.class)
                            .hasMessageContaining(wrong.substring(0, wrong.indexOf('='))));
        }
        runner.withPropertyValues("restart-oracle.health.silent-after=soon")
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void shouldDoWithoutMicrometerAndActuator() {
        runner.withClassLoader(new FilteredClassLoader(MeterBinder.class))
                .run(context ->
                        assertThat(context).hasSingleBean(RestartOracle.class).doesNotHaveBean("restartOracleMeters"));
        runner.withClassLoader(
                        new FilteredClassLoader("org.springframework.boot.actuate", "org.springframework.boot.health"))
                .run(context -> assertThat(context)
                        .hasSingleBean(RestartOracle.class)
                        .doesNotHaveBean("restartOracleEndpoint")
                        .doesNotHaveBean("restartOracleHealthIndicator"));
    }

    @Test
    void shouldObserveUnlessToldOtherwise() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(RestartOracleHealth.class)
                .doesNotHaveBean(RestartOracleEndpoint.class));
        runner.withPropertyValues(
                        "management.endpoints.web.exposure.include=restartoracle",
                        "management.endpoints.jmx.exposure.include=restartoracle",
                        "management.health.restartoracle.enabled=false",
                        "spring.jmx.enabled=true")
                .run(context -> assertThat(context)
                        .hasSingleBean(RestartOracleEndpoint.class)
                        .doesNotHaveBean(RestartOracleHealth.class));
    }
}
