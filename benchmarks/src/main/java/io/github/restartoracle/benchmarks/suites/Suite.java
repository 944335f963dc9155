package io.github.restartoracle.benchmarks.suites;

import java.io.IOException;

/** One experiment of a paper, as a command and a report. To add one, write a class and its line in {@link Suites}. */
public interface Suite {
    /**
     * What it is called on the command line.
     *
     * @return lower-case letters and hyphens
     */
    String name();

    /**
     * What it finds out.
     *
     * @return one sentence
     */
    String question();

    /**
     * Runs all of it.
     *
     * @param context what is asked for, and where results go
     * @return what it has found
     * @throws IOException if files cannot be read or written
     */
    SuiteResult run(SuiteContext context) throws IOException;
}
