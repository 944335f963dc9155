package io.github.restartoracle.benchmarks.lab.testbed;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.harness.testbed.TestbedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The destination in its container: {@code DestinationNode RUN SCENARIO}, the scenario as {@link Scenario#notation}. Leaves a
 * {@link DestinationReport} as {@link #REPORT} in the node's output when the testbed ends it, because the source has ended.
 */
final class DestinationNode {
    static final String REPORT = "destination.json";

    private DestinationNode() {}

    /** Runs until the process is ended. */
    public static void main(String[] args) throws IOException, InterruptedException {
        TestbedNode node = TestbedNode.current();
        Scenario scenario = new ScenarioFiles().parse("scenario", args[1]).get(0);
        DestinationEnd end =
                new DestinationEnd(SourceNode.wire(node, "0.0.0.0", scenario), scenario.service(), args[0]);
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> write(end.report(), node.output().resolve(REPORT))));
        node.ready();
        end.begin(node.awaitStart());
        new CountDownLatch(1).await();
    }

    private static void write(DestinationReport report, Path file) {
        try {
            new JsonMapper().writeValue(file.toFile(), report);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
