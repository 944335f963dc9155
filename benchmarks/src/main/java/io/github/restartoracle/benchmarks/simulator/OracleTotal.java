package io.github.restartoracle.benchmarks.simulator;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.results.Cell.RunPoint;
import io.github.restartoracle.benchmarks.results.Summary;
import java.util.ArrayList;
import java.util.List;

/** All runs of one oracle so far; of each run no more is kept than its means. Not thread-safe. */
final class OracleTotal {
    private final OracleSpec oracle;
    private final RunStatistics all;
    private final List<RunPoint> points = new ArrayList<>();

    OracleTotal(Scenario scenario, OracleSpec oracle) {
        this.oracle = oracle;
        this.all = new RunStatistics(scenario);
    }

    /** One more run; always in the order of their numbers. */
    void add(RunStatistics run) {
        points.add(run.point("run-" + (points.size() + 1)));
        all.add(run);
    }

    List<RunPoint> points() {
        return List.copyOf(points);
    }

    Summary summary() {
        return all.summary(oracle, points);
    }
}
