package io.github.restartoracle.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Refuses a Spring Boot for which the starter is not made, whose health and store it would silently leave out. */
final class BootVersionFailureAnalyzer extends AbstractFailureAnalyzer<BootVersionFailureAnalyzer.Unsupported> {
    private static final int LEAST = 4;

    /** The application runs on a Spring Boot that is too old. */
    @SuppressWarnings("serial") // is never serialised
    static final class Unsupported extends RuntimeException {
        Unsupported(String version) {
            super("restart-oracle-spring-boot-starter needs Spring Boot " + LEAST
                    + " or later, and this is Spring Boot " + version);
        }
    }

    /** Throws an exception unless the version of Spring Boot is known to be high enough, or is not known. */
    static void require(@Nullable String version) {
        String major = version == null ? "" : version.split("\\.", 2)[0];
        if (major.matches("[0-3]")) {
            throw new Unsupported(String.valueOf(version));
        }
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, Unsupported cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Use Spring Boot " + LEAST + ", or restart-oracle-spring and restart-oracle-http in place of the"
                        + " starter, as the guide of the starter says.",
                cause);
    }
}
