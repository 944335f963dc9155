package io.github.restartoracle.benchmarks.command;

import io.github.restartoracle.benchmarks.runs.FastAndFair;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs experiments in virtual time. */
@Command(
        name = "simulate",
        description = "Runs experiments in virtual time: Tables II and III of the paper, or scenarios of your own.",
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
    @Mixin
    private SuiteOptionGroup suite = new SuiteOptionGroup();

    @Option(
            names = "--suite",
            paramLabel = "NAME",
            description = "fast-and-fair (default), loss-position, http-latency, simulated-vs-actual or conditional")
    private @Nullable String name;

    @Option(
            names = "--timers",
            paramLabel = "TIMERS",
            description = "2005, today or as-in-file, several with commas; default: 2005,today for the paper's"
                    + " scenarios, as-in-file for your own")
    private @Nullable String timers;

    @Option(names = "--threads", paramLabel = "N", description = "default: as many as there are processors")
    private @Nullable String threads;

    @Option(names = "--precision", paramLabel = "SHARE", description = "as many runs as it takes, such as 2%%")
    private @Nullable String precision;

    @Option(
            names = "--processing",
            paramLabel = "DURATION",
            description = "from dispatch to arrival beside the network, such as 50ms")
    private @Nullable String processing;

    @Option(names = "--journal", description = "write every attempt to journal-*.csv")
    private boolean journal;

    @Override
    public Integer call() throws Exception {
        Properties properties = suite.properties();
        SuiteOptionGroup.set(properties, "suite", name);
        SuiteOptionGroup.set(properties, "timers", timers);
        SuiteOptionGroup.set(properties, "threads", threads);
        SuiteOptionGroup.set(properties, "precision", precision);
        SuiteOptionGroup.set(properties, "processing", processing);
        SuiteOptionGroup.set(properties, "journal", journal ? "true" : null);
        return FastAndFair.run("simulation", properties, System.out) ? 0 : Laboratory.NOT_SOUND;
    }
}
