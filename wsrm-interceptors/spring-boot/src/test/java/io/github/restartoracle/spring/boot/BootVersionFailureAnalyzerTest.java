package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;

class BootVersionFailureAnalyzerTest {
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"4.0.0", "4.1.2-SNAPSHOT", "5.0.0", "10.0.0"})
    void shouldAcceptItsOwnAndLaterVersions(String version) {
        assertThatCode(() -> BootVersionFailureAnalyzer.require(version)).doesNotThrowAnyException();
    }

    @Test
    void shouldAcceptTheVersionOfTheBuild() {
        assertThatCode(() -> BootVersionFailureAnalyzer.require(SpringBootVersion.getVersion()))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.7.18", "3.5.7"})
    void shouldRefuseAnEarlierVersionInOneSentence(String version) {
        Exception refused = catchThrowableOfType(
                BootVersionFailureAnalyzer.Unsupported.class, () -> BootVersionFailureAnalyzer.require(version));
        assertThat(new BootVersionFailureAnalyzer().analyze(new IllegalStateException("no bean", refused)))
                .extracting(FailureAnalysis::getDescription, FailureAnalysis::getAction)
                .containsExactly(
                        "restart-oracle-spring-boot-starter needs Spring Boot 4 or later, and this is Spring Boot "
                                + version,
                        "Use Spring Boot 4, or restart-oracle-spring and restart-oracle-http in place of the starter, as"
                                + " the guide of the starter says.");
    }
}
