package io.github.restartoracle.benchmarks.suites;

import io.github.restartoracle.benchmarks.exchange.ExchangeTestbed;
import io.github.restartoracle.benchmarks.experiments.Scale;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a suite is asked for.
 *
 * @param testbed whether it runs on a real link beside its simulation
 * @param scale how much of it
 * @param seed of everything that is random in this process
 * @param output its own directory for results
 * @param classPath what the nodes of a testbed need
 * @param properties further wishes, by the names on the command line
 * @param out where progress is shown
 */
public record SuiteContext(
        boolean testbed,
        Scale scale,
        long seed,
        Path output,
        List<Path> classPath,
        Map<String, String> properties,
        PrintStream out) {
    public SuiteContext {
        classPath = List.copyOf(classPath);
        properties = Map.copyOf(properties);
    }

    /**
     * Containers for this suite.
     *
     * @return a testbed that logs below the suite's output
     */
    public ExchangeTestbed exchangeTestbed() {
        return new ExchangeTestbed(output.resolve("links"), classPath);
    }

    /**
     * Whether the suite should be as large as in its paper.
     *
     * @return false for every smaller scale
     */
    public boolean full() {
        return scale == Scale.PAPER;
    }
}
