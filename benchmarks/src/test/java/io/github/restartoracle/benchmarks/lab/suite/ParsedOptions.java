package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import picocli.CommandLine;

/** Options for tests. */
public final class ParsedOptions {
    private ParsedOptions() {}

    /** Parses options as on the command line; all others have their defaults. */
    public static SuiteOptions of(Mode mode, String... args) {
        SuiteOptions options = new SuiteOptions(mode);
        SuiteOptions.withTypes(new CommandLine(options)).parseArgs(args);
        return options;
    }
}
