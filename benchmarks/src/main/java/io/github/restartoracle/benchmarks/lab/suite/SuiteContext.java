package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.exchange.ExchangeTestbed;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * What a suite is asked for, and what it works with.
 *
 * @param mode where it is run
 * @param options what is asked for
 * @param workers run its parts
 * @param output its own directory for results
 * @param classPath what the nodes of a testbed need
 * @param out where progress is shown
 */
public record SuiteContext(
        Mode mode, SuiteOptions options, Workers workers, Path output, List<Path> classPath, PrintStream out) {
    public SuiteContext {
        classPath = List.copyOf(classPath);
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
     * Tells whether the suite runs on real links too.
     *
     * @return true on the testbed
     */
    public boolean testbed() {
        return mode == Mode.TESTBED;
    }
}
