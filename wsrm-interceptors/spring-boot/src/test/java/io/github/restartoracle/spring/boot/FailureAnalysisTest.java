package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.github.restartoracle.settings.SettingException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** The message to the user when an application does not start because of a property. */
class FailureAnalysisTest {
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private static FailureAnalysis analysis(String... arguments) {
        NotedAnalyses.NOTED.clear();
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        assertThatException().isThrownBy(() -> application.run(arguments).close());
        assertThat(NotedAnalyses.NOTED).hasSize(1);
        FailureAnalysis analysis = NotedAnalyses.NOTED.get(0);
        assertThat(analysis.getCause()).isInstanceOf(SettingException.class);
        return analysis;
    }

    @Test
    void shouldNameAMisspeltPropertyAndItsLine() {
        FailureAnalysis analysis = analysis("--spring.config.location=classpath:misspelt.yaml");
        assertThat(analysis.getDescription().lines())
                .startsWith(
                        "The property restart-oracle.initial-timeuot cannot be used:",
                        "",
                        "    Value: \"4s\"",
                        "    Origin: class path resource [misspelt.yaml] - 3:20")
                .last()
                .asString()
                .startsWith("    Problem: no such property; known are abandon-acknowledged, ")
                .contains("initial-timeout");
        assertThat(analysis.getAction())
                .isEqualTo("Did you mean restart-oracle.initial-timeout? If not, remove the property.");
    }

    @Test
    void shouldNoticeThatTheOracleItselfIsMisspelt() {
        FailureAnalysis analysis = analysis("--restart-oracle.orcale=qest");
        assertThat(analysis.getDescription().lines())
                .startsWith("The property restart-oracle.orcale cannot be used:", "", "    Value: \"qest\"");
        assertThat(analysis.getAction()).isEqualTo("Did you mean restart-oracle.oracle? If not, remove the property.");
    }

    @Test
    void shouldOnlyGuessWhatIsNear() {
        FailureAnalysis analysis = analysis("--restart-oracle.oracle=qest", "--restart-oracle.colour=green");
        assertThat(analysis.getAction()).isEqualTo("Correct or remove the property.");
    }

    @Test
    void shouldNameTheRangeWhateverTheSpelling() {
        FailureAnalysis analysis = analysis("--spring.config.location=classpath:out-of-range.properties");
        assertThat(analysis.getDescription().lines())
                .containsExactly(
                        "The property restart-oracle.endpoints.OrderPort.max-timeout cannot be used:",
                        "",
                        "    Value: \"PT999H\"",
                        "    Origin: class path resource [out-of-range.properties] - 3:47",
                        "    Problem: expected a duration such as 500ms, 4s or PT4S, from 1ms to 7d");
    }

    @Test
    void shouldSayThatAPropertyIsMissing() {
        FailureAnalysis analysis =
                analysis("--restart-oracle.oracle=qest", "--restart-oracle.mail.accounts.sales.smtp.host=h");
        assertThat(analysis.getDescription().lines())
                .startsWith("The property restart-oracle.mail.accounts.sales.address is missing:")
                .endsWith("    Problem: expected the mail address of the account");
        assertThat(analysis.getAction()).isEqualTo("Set the property.");
    }

    @Test
    void shouldNotAskForAnUnknownPropertyThatIsEmpty() {
        FailureAnalysis analysis = analysis("--restart-oracle.oracle=qest", "--restart-oracle.initial-timeuot=");
        assertThat(analysis.getDescription()).startsWith("The property restart-oracle.initial-timeuot cannot be used:");
        assertThat(analysis.getAction())
                .isEqualTo("Did you mean restart-oracle.initial-timeout? If not, remove the property.");
    }

    @Test
    void shouldNotTripOverPercentSigns() {
        FailureAnalysis analysis = analysis("--restart-oracle.oracle=%s%n");
        assertThat(analysis.getDescription()).contains("Value: \"%s%n\"").contains("qest");
    }
}
