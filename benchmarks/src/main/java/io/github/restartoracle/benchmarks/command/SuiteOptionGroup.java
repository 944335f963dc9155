package io.github.restartoracle.benchmarks.command;

import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that simulations and the testbed share. An option that is absent has the value of the system property of its
 * name, so that Maven and the command line run the same.
 */
final class SuiteOptionGroup {
    @Option(
            names = "--suite",
            paramLabel = "NAME",
            description = "fast-and-fair (default), loss-position, http-latency, simulated-vs-actual or conditional")
    private @Nullable String suite;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description = "http, mail or http,mail: whose scenarios of the paper (fast-and-fair)")
    private @Nullable String transport;

    @Option(names = "--scale", paramLabel = "SCALE", description = "paper, quick, demo or smoke")
    private @Nullable String scale;

    @Option(
            names = "--scenarios",
            paramLabel = "FILE",
            split = ",",
            description = "scenario files (fast-and-fair); default: those of the paper")
    private @Nullable List<String> scenarios;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "runs of each cell (fast-and-fair); default: as many as the scale has")
    private @Nullable String runs;

    @Option(names = "--seed", paramLabel = "N", description = "of everything that is random; default: 2006")
    private @Nullable String seed;

    @Option(
            names = "--output",
            paramLabel = "DIRECTORY",
            description = "where the results go; default: target/experiments")
    private @Nullable String output;

    Properties properties() {
        Properties properties = new Properties();
        properties.putAll(System.getProperties());
        set(properties, "suite", suite);
        set(properties, "transport", transport);
        set(properties, "scale", scale);
        set(properties, "scenarios", scenarios == null ? null : String.join(",", scenarios));
        set(properties, "runs", runs);
        set(properties, "seed", seed);
        set(properties, "output", output);
        return properties;
    }

    static void set(Properties properties, String name, @Nullable String value) {
        if (value != null) {
            properties.setProperty(name, value);
        }
    }
}
