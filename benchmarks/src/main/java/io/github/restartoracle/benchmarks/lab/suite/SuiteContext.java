package io.github.restartoracle.benchmarks.lab.suite;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * The options of a suite and the resources for its run.
 *
 * @param options the options of the user
 * @param workers run its parts
 * @param output the directory for its results
 * @param classPath the classes that the nodes of a testbed need
 * @param out the stream for progress
 */
public record SuiteContext(
        SuiteOptions options, PartRunner workers, Path output, List<Path> classPath, PrintStream out) {}
