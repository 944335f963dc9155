package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.Precision;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.simulator.net.GilbertElliott;
import io.github.restartoracle.benchmarks.lab.suite.Mode;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.harness.fault.StrictYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options of suites. An option that is absent has the value of the system property of its name, for Maven. */
final class SuiteCommandOptions {
    private static final String FAST_AND_FAIR = "fast-and-fair";
    private static final String SHIPPED = "shipped";
    private static final String STORY = "story";

    /** The demonstrations. */
    enum Demo {
        /** One story over HTTP. */
        HTTP,
        /** The same by mail. */
        MAIL,
        /** Every oracle in every scenario. */
        ALL
    }

    @Option(
            names = "--suite",
            paramLabel = "NAME",
            split = ",",
            description =
                    "fast-and-fair, shipped, story, shoot-out, loss-position, http-latency, simulated-vs-actual or"
                            + " conditional, one after the other; default: fast-and-fair, in containers shipped before"
                            + " it")
    private @Nullable List<String> suites;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            converter = ScaleConverter.class,
            description = "paper, quick, demo or smoke")
    private @Nullable Scale scale;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            split = ",",
            converter = TransportConverter.class,
            description = "http, mail or http,mail: whose scenarios of the paper (fast-and-fair)")
    private @Nullable List<Transport> transports;

    @Option(
            names = "--scenarios",
            paramLabel = "FILE",
            split = ",",
            description = "scenario files (fast-and-fair); default: those of the paper")
    private @Nullable List<Path> scenarios;

    @Option(
            names = "--oracle-jar",
            paramLabel = "PATH",
            split = ",",
            description = "a jar, or a directory of classes, with oracles of your own")
    private @Nullable List<Path> oracleJars;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "runs of each cell (fast-and-fair); default: as many as the scale has")
    private @Nullable Integer runs;

    @Option(names = "--seed", paramLabel = "N", description = "of everything that is random; default: 2006")
    private long seed = SuiteOptions.SEED;

    @Option(
            names = "--output",
            paramLabel = "DIRECTORY",
            description = "where the results go; default: target/experiments")
    private Path output = Path.of("target/experiments");

    @Option(names = "--threads", paramLabel = "N", description = "default: as many as there are processors")
    private @Nullable Integer threads;

    @Option(
            names = "--timers",
            paramLabel = "TIMERS",
            split = ",",
            converter = TimersConverter.class,
            description = "2005, today, linux, rfc6298 or as-in-file, several with commas (fast-and-fair, simulated);"
                    + " default: 2005,today for the paper's scenarios, as-in-file for your own")
    private @Nullable List<Timers> timers;

    @Option(
            names = "--precision",
            paramLabel = "SHARE",
            converter = PrecisionConverter.class,
            description = "as many runs as it takes until the 95 %% interval of the ETT is so narrow, such as 2%%"
                    + " (fast-and-fair, simulated)")
    private @Nullable Precision precision;

    @Option(
            names = "--processing",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "from dispatch to arrival beside the network, such as 50ms (fast-and-fair, simulated)")
    private @Nullable Duration processing;

    @Option(
            names = "--decoupled",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "acknowledgements over connections of their own, collected for so long, such as 1s"
                    + " (fast-and-fair over HTTP, simulated)")
    private @Nullable Duration decoupled;

    @Option(
            names = "--bursts",
            paramLabel = "GOOD,BAD,LOSS",
            converter = BurstsConverter.class,
            description =
                    "loss in bursts beside the faults of the scenario: mean good time, mean bad time, loss in a bad"
                            + " time, such as 9s,1s,50%% (fast-and-fair, simulated)")
    private @Nullable GilbertElliott bursts;

    @Option(names = "--journal", description = "write every attempt to journal-*.csv (fast-and-fair, simulated)")
    private boolean journal;

    @Option(
            names = "--experiments",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "look into deviations by experiments (fast-and-fair, simulated); default: yes")
    private boolean experiments = true;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "pairs of containers at the same time; default: as many as the machine can carry")
    private @Nullable Integer pairs;

    @Option(
            names = "--peer",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "CXF's own queue beside the oracles (fast-and-fair, not simulated); default: yes")
    private boolean peer = true;

    @Option(
            names = "--journals",
            paramLabel = "FILE",
            split = ",",
            description = "journals, exchanges or flows to read (conditional); default: what other suites left")
    private @Nullable List<Path> journals;

    @Option(
            names = "--payload-bytes",
            paramLabel = "N",
            description = "of each message of a journal (conditional); default: 50")
    private int payloadBytes = SuiteOptions.PAYLOAD_BYTES;

    /** Returns the options of several suites, which are run one after the other. */
    List<SuiteOptions> options(Mode mode) {
        boolean whole = mode == Mode.TESTBED && scenarios == null && transports == null;
        return options(mode, whole ? List.of(SHIPPED, FAST_AND_FAIR) : List.of(FAST_AND_FAIR));
    }

    /** Returns the options of a demonstration: one story, or everything. */
    List<SuiteOptions> demo(Demo demo) {
        boolean mail = demo == Demo.MAIL && transports == null;
        return options(Mode.DEMO, suites(demo)).stream()
                .map(asked -> mail ? asked.withTransports(List.of(Transport.MAIL)) : asked)
                .toList();
    }

    private List<String> suites(Demo demo) {
        if (demo != Demo.ALL) {
            return List.of(scenarios == null ? STORY : FAST_AND_FAIR);
        }
        return scenarios == null && transports == null ? List.of(SHIPPED, FAST_AND_FAIR) : List.of(FAST_AND_FAIR);
    }

    /** Returns the directory of the results. */
    Path output() {
        return output;
    }

    private List<SuiteOptions> options(Mode mode, List<String> usual) {
        within("runs", runs, 1, 1000);
        within("threads", threads, 1, 1000);
        within("pairs", pairs, 1, 100);
        within("payload-bytes", payloadBytes, 1, 1_000_000_000);
        return (suites == null ? usual : suites)
                .stream().map(name -> options(name, mode)).toList();
    }

    /** Returns the options of one given suite. */
    SuiteOptions options(String suite, Mode mode) {
        return new SuiteOptions(
                suite,
                mode,
                Optional.ofNullable(scale),
                list(transports),
                list(scenarios),
                optional(runs),
                seed,
                output,
                threads == null ? Runtime.getRuntime().availableProcessors() : threads,
                list(timers),
                Optional.ofNullable(precision),
                Optional.ofNullable(processing),
                Optional.ofNullable(decoupled),
                Optional.ofNullable(bursts),
                journal,
                experiments,
                optional(pairs),
                peer,
                list(journals),
                payloadBytes,
                list(oracleJars));
    }

    private static void within(String name, @Nullable Integer value, int min, int max) {
        if (value != null && (value < min || value > max)) {
            throw new IllegalArgumentException(
                    name + " = \"" + value + "\": expected a whole number from " + min + " to " + max);
        }
    }

    private static <T> List<T> list(@Nullable List<T> values) {
        return values == null ? List.of() : List.copyOf(values);
    }

    private static OptionalInt optional(@Nullable Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static final class ScaleConverter implements ITypeConverter<Scale> {
        @Override
        public Scale convert(String text) {
            return Scale.of(text);
        }
    }

    private static final class TransportConverter implements ITypeConverter<Transport> {
        @Override
        public Transport convert(String text) {
            return Transport.of(text.strip());
        }
    }

    private static final class TimersConverter implements ITypeConverter<Timers> {
        @Override
        public Timers convert(String text) {
            return Timers.of(text.strip());
        }
    }

    private static final class PrecisionConverter implements ITypeConverter<Precision> {
        @Override
        public Precision convert(String text) {
            return Precision.parse(text);
        }
    }

    private static final class DurationConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return StrictYaml.ofDefaults().read("duration", text, Duration.class);
        }
    }

    private static final class BurstsConverter implements ITypeConverter<GilbertElliott> {
        @Override
        public GilbertElliott convert(String text) {
            return GilbertElliott.parse(text);
        }
    }
}
