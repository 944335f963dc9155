package io.github.restartoracle.benchmarks.command;

import io.github.restartoracle.benchmarks.runs.FastAndFair;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs experiments in virtual time. */
@Command(
        name = "simulate",
        description =
                "Runs a suite in virtual time: Tables II and III of the paper, scenarios of your own, or another suite.",
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
    @Mixin
    private SuiteOptionGroup suite = new SuiteOptionGroup();

    @Option(
            names = "--timers",
            paramLabel = "TIMERS",
            description = "2005, today, linux, rfc6298 or as-in-file, several with commas (fast-and-fair); default:"
                    + " 2005,today for the paper's scenarios, as-in-file for your own")
    private @Nullable String timers;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "default: as many as there are processors (fast-and-fair)")
    private @Nullable String threads;

    @Option(
            names = "--precision",
            paramLabel = "SHARE",
            description = "as many runs as it takes until the 95 %% interval of the ETT is so narrow, such as 2%%"
                    + " (fast-and-fair)")
    private @Nullable String precision;

    @Option(
            names = "--processing",
            paramLabel = "DURATION",
            description = "from dispatch to arrival beside the network, such as 50ms (fast-and-fair)")
    private @Nullable String processing;

    @Option(
            names = "--decoupled",
            paramLabel = "DURATION",
            description = "acknowledgements over connections of their own, collected for so long, such as 1s"
                    + " (fast-and-fair over HTTP)")
    private @Nullable String decoupled;

    @Option(
            names = "--bursts",
            paramLabel = "GOOD,BAD,LOSS",
            description =
                    "loss in bursts beside the faults of the scenario: mean good time, mean bad time, loss in a bad"
                            + " time, such as 9s,1s,50%% (fast-and-fair)")
    private @Nullable String bursts;

    @Option(names = "--journal", description = "write every attempt to journal-*.csv (fast-and-fair)")
    private boolean journal;

    @Option(
            names = "--journals",
            paramLabel = "FILE",
            split = ",",
            description = "journals, exchanges or flows to read (conditional); default: what other suites left")
    private @Nullable List<String> journals;

    @Option(
            names = "--payload-bytes",
            paramLabel = "N",
            description = "of each message of a journal (conditional); default: 50")
    private @Nullable String payloadBytes;

    @Override
    public Integer call() throws Exception {
        Properties properties = suite.properties();
        SuiteOptionGroup.set(properties, "timers", timers);
        SuiteOptionGroup.set(properties, "threads", threads);
        SuiteOptionGroup.set(properties, "precision", precision);
        SuiteOptionGroup.set(properties, "processing", processing);
        SuiteOptionGroup.set(properties, "decoupled", decoupled);
        SuiteOptionGroup.set(properties, "bursts", bursts);
        SuiteOptionGroup.set(properties, "journals", journals == null ? null : String.join(",", journals));
        SuiteOptionGroup.set(properties, "payload-bytes", payloadBytes);
        SuiteOptionGroup.set(properties, "journal", journal ? "true" : null);
        return FastAndFair.run("simulation", properties, System.out) ? 0 : Laboratory.NOT_SOUND;
    }
}
