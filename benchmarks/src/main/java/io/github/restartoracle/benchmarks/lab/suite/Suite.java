package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import java.io.IOException;

/**
 * One experiment, as a command and a report. Found by {@link java.util.ServiceLoader}: to add one, write a class and add its
 * line to {@code META-INF/services}.
 */
public interface Suite {
    /**
     * Returns its name on the command line.
     *
     * @return lower-case letters and hyphens
     */
    String name();

    /**
     * Returns the question that it answers.
     *
     * @return one sentence
     */
    String question();

    /**
     * Returns the scale at which it is run.
     *
     * @param options the options of the user
     * @return the scale
     */
    default Scale scale(SuiteOptions options) {
        return options.scale().orElse(Scale.QUICK);
    }

    /**
     * Returns the directory of its results.
     *
     * @param options the options of the user
     * @return below the directory of all results
     */
    default String directory(SuiteOptions options) {
        return name();
    }

    /**
     * Runs the whole suite.
     *
     * @param context the options, and the directory for results
     * @return the results
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if this thread is interrupted
     */
    SuiteResult run(SuiteContext context) throws IOException, InterruptedException;
}
