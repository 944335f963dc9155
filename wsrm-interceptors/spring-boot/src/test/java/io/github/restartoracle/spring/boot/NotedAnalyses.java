package io.github.restartoracle.spring.boot;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Records the messages of applications that cannot start; found in {@code spring.factories}. */
final class NotedAnalyses implements FailureAnalysisReporter {
    static final List<FailureAnalysis> NOTED = new CopyOnWriteArrayList<>();

    NotedAnalyses() {}

    @Override
    public void report(FailureAnalysis analysis) {
        NOTED.add(analysis);
    }
}
