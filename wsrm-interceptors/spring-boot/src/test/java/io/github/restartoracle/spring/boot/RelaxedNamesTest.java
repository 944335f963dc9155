package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class RelaxedNamesTest {
    private final StandardEnvironment environment = new StandardEnvironment();

    private Map<String, String> read() {
        return new RelaxedNames(PropertyNames.ALL).read(environment);
    }

    private void add(String... namesAndValues) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        String name = "source " + environment.getPropertySources().size();
        environment.getPropertySources().addLast(new MapPropertySource(name, values));
    }

    private void addVariables(Map<String, Object> variables) {
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "restart-oracle.initial-timeout",
                "restart-oracle.initialTimeout",
                "restartOracle.initial_timeout",
                "RESTART-ORACLE.INITIAL-TIMEOUT"
            })
    void shouldFindAPropertyInEverySpelling(String spelling) {
        add(spelling, "4s");
        assertThat(read()).containsExactly(entry("initial-timeout", "4s"));
    }

    @Test
    void shouldFindVariablesOfTheEnvironment() {
        addVariables(Map.of(
                "RESTARTORACLE_INITIALTIMEOUT", "4s",
                "RESTARTORACLE_EXPONENTIALBACKOFF_FACTOR", "3",
                "RESTARTORACLE_MAIL_SMTP_READTIMEOUT", "9s",
                "RESTARTORACLE_ENDPOINTS_ORDERPORT_MAXATTEMPTS", "7",
                "RESTARTORACLE_MAIL_ACCOUNTS_SALES_SMTP_HELONAME", "helo"));
        assertThat(read())
                .containsOnly(
                        entry("initial-timeout", "4s"),
                        entry("exponential-backoff.factor", "3"),
                        entry("mail.smtp.read-timeout", "9s"),
                        entry("endpoints.orderport.max-attempts", "7"),
                        entry("mail.accounts.sales.smtp.helo-name", "helo"));
    }

    @Test
    void shouldKeepTheNamesOfEndpointsAsTheyAreSpelt() {
        add(
                "restart-oracle.endpoints.OrderPort.oracle", "qest",
                "restart-oracle.endpoints.OrderPort.address", "http://supplier.example/orders",
                "restart-oracle.endpoints.OrderPort.qest.restartCost", "1s");
        addVariables(Map.of("RESTARTORACLE_ENDPOINTS_ORDERPORT_MAXATTEMPTS", "7"));
        assertThat(read())
                .containsOnly(
                        entry("endpoints.OrderPort.oracle", "qest"),
                        entry("endpoints.OrderPort.address", "http://supplier.example/orders"),
                        entry("endpoints.OrderPort.qest.restart-cost", "1s"),
                        entry("endpoints.OrderPort.max-attempts", "7"));
    }

    @Test
    void shouldTakeTheFirstOfSeveralSourcesAndResolvePlaceholders() {
        add("restart-oracle.initial-timeout", "${shop.longest-wait}", "shop.longest-wait", "5s");
        add("restart-oracle.initialTimeout", "9s");
        assertThat(read()).containsExactly(entry("initial-timeout", "5s"));
    }

    @Test
    void shouldKeepNamesThatNobodyKnows() {
        add("restart-oracle.intialTimeout", "4s", "restart-oracle.myOracle.gain", "2", "restart-oracles.x", "1");
        assertThat(read()).containsOnly(entry("intial-timeout", "4s"), entry("my-oracle.gain", "2"));
    }

    @Test
    void shouldAskASourceThatCannotListItsNames() {
        environment.getPropertySources().addFirst(new PropertySource<>("vault", new Object()) {
            @Override
            public @Nullable Object getProperty(String name) {
                return name.equals("restart-oracle.mail.smtp.password") ? "secret" : null;
            }
        });
        assertThat(read()).containsExactly(entry("mail.smtp.password", "secret"));
    }
}
