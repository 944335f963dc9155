package io.github.restartoracle.harness.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

class DockerConditionTest {
    private static final Optional<String> NO_ENGINE = Optional.of("No Docker engine answers");

    @Test
    void shouldRunWhenEverythingIsThere() {
        assertThat(DockerCondition.decide(Optional.empty(), true).isDisabled()).isFalse();
    }

    @Test
    void shouldSkipAndSayWhatToDoWhenSomethingIsMissing() {
        ConditionEvaluationResult result = DockerCondition.decide(NO_ENGINE, false);

        assertThat(result.isDisabled()).isTrue();
        assertThat(result.getReason())
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("No Docker engine answers")
                        .contains("docker info")
                        .contains(".ci/docker-testbed"));
    }

    @Test
    void shouldFailWhenSomethingIsMissingInCi() {
        assertThatThrownBy(() -> DockerCondition.decide(NO_ENGINE, true))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageContaining("must not be skipped");
    }
}
