package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** Runs cells in containers with the classes of the build. */
final class TestbedNodes {
    private TestbedNodes() {}

    /** Runs each cell once; none may fail. */
    static List<CellOutcome> run(Path directory, List<Scenario> scenarios, int pairs)
            throws IOException, InterruptedException {
        List<Path> classPath = List.of(Path.of("target/classes"), Path.of("target/testbed-lib"));
        TestbedRunner runner = new TestbedRunner(
                CellRun.of(scenarios, scenario -> 1), directory, OptionalInt.of(pairs), classPath, System.out);
        List<CellOutcome> outcomes = runner.run();
        assertThat(runner.failures()).isEmpty();
        return outcomes;
    }
}
