package io.github.restartoracle.harness.junit;

import io.github.restartoracle.harness.testbed.TestbedImages;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/** Decides if tests that need Docker run, are skipped, or fail. */
final class DockerCondition implements ExecutionCondition {
    private static final Logger LOG = LoggerFactory.getLogger(DockerCondition.class);
    private static final String ADVICE = "start a Docker engine that this user may use (docker info must succeed);"
            + " on a bare Debian machine run .ci/docker-testbed as root";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return decide(problem(), "true".equals(System.getenv("CI")));
    }

    static ConditionEvaluationResult decide(Optional<String> problem, boolean ci) {
        if (problem.isEmpty()) {
            return ConditionEvaluationResult.enabled("Docker and the testbed's images are there");
        }
        String message = problem.get() + ". To run these tests, " + ADVICE;
        if (ci) {
            throw new ExtensionConfigurationException("CI=true, so these tests must not be skipped: " + message);
        }
        LOG.warn("SKIPPED: {}", message);
        return ConditionEvaluationResult.disabled(message);
    }

    /** Returns the missing requirement, if there is one. */
    private static Optional<String> problem() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            return Optional.of("No Docker engine answers");
        }
        try {
            TestbedImages.require();
            return Optional.empty();
        } catch (IllegalStateException notBuilt) {
            LOG.warn("no images", notBuilt);
            return Optional.of(String.valueOf(notBuilt.getMessage()));
        }
    }
}
