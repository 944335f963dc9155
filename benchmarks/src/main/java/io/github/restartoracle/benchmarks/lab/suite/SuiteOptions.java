package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.Precision;
import io.github.restartoracle.benchmarks.lab.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.simulator.net.GilbertElliott;
import io.github.restartoracle.harness.fault.StrictYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options of suites. Each is declared here alone: the command line sets it, the suites read it, and the manifest repeats it
 * in its command. For empty lists and absent values a suite uses its own defaults.
 */
public final class SuiteOptions {
    /** Options that have no effect on results, or none on a single suite. */
    private static final Set<String> NOT_REPEATED = Set.of("suite", "output", "threads", "write", "check");

    @Option(
            names = "--suite",
            paramLabel = "NAME",
            split = ",",
            description =
                    "fast-and-fair, shipped, backlog, story, shoot-out, loss-position, http-latency, simulated-vs-actual or"
                            + " conditional, one after the other; default: fast-and-fair, in containers shipped before"
                            + " it")
    private List<String> suites = List.of();

    @Option(names = "--scale", paramLabel = "SCALE", description = "paper, quick, demo or smoke")
    private Optional<Scale> scale = Optional.empty();

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            split = ",",
            description = "http, mail or http,mail: whose scenarios of the paper (fast-and-fair)")
    private List<Transport> transports = List.of();

    @Option(
            names = "--scenarios",
            paramLabel = "FILE",
            split = ",",
            description = "scenario files (fast-and-fair); default: those of the paper")
    private List<Path> scenarios = List.of();

    @Option(
            names = "--oracle-jar",
            paramLabel = "PATH",
            split = ",",
            description = "a jar, or a directory of classes, with oracles of your own")
    private List<Path> oracleJars = List.of();

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "runs of each cell (fast-and-fair); default: as many as the scale has")
    private Optional<Integer> runs = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "2006",
            description = "of everything that is random; default: 2006")
    private long seed;

    @Option(
            names = "--output",
            paramLabel = "DIRECTORY",
            defaultValue = "target/experiments",
            description = "where the results go; default: target/experiments")
    private Path output = Path.of("");

    @Option(names = "--threads", paramLabel = "N", description = "default: as many as there are processors")
    private Optional<Integer> threads = Optional.empty();

    @Option(
            names = "--timers",
            paramLabel = "TIMERS",
            split = ",",
            description = "2005, today, linux, rfc6298 or as-in-file, several with commas (fast-and-fair, simulated);"
                    + " default: 2005,today for the paper's scenarios, as-in-file for your own")
    private List<Timers> timers = List.of();

    @Option(
            names = "--precision",
            paramLabel = "SHARE",
            description = "as many runs as it takes until the 95 %% interval of the ETT is so narrow, such as 2%%"
                    + " (fast-and-fair, simulated)")
    private Optional<Precision> precision = Optional.empty();

    @Option(
            names = "--processing",
            paramLabel = "DURATION",
            description = "from dispatch to arrival beside the network, such as 50ms (fast-and-fair, simulated)")
    private Optional<Duration> processing = Optional.empty();

    @Option(
            names = "--decoupled",
            paramLabel = "DURATION",
            description = "acknowledgements over connections of their own, collected for so long, such as 1s"
                    + " (fast-and-fair over HTTP, simulated)")
    private Optional<Duration> decoupled = Optional.empty();

    @Option(
            names = "--bursts",
            paramLabel = "GOOD,BAD,LOSS",
            description =
                    "loss in bursts beside the faults of the scenario: mean good time, mean bad time, loss in a bad"
                            + " time, such as 9s,1s,50%% (fast-and-fair, simulated)")
    private Optional<GilbertElliott> bursts = Optional.empty();

    @Option(
            names = "--journal",
            defaultValue = "false",
            description = "write every attempt to journal-*.csv (fast-and-fair, simulated)")
    private boolean journal;

    @Option(
            names = "--experiments",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "look into deviations by experiments (fast-and-fair, simulated); default: yes")
    private boolean experiments;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "pairs of containers at the same time; default: as many as the machine can carry")
    private Optional<Integer> pairs = Optional.empty();

    @Option(
            names = "--peer",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "CXF's own queue beside the oracles (fast-and-fair, not simulated); default: yes")
    private boolean peer;

    @Option(
            names = "--journals",
            paramLabel = "FILE",
            split = ",",
            description = "journals, exchanges or flows to read (conditional); default: what other suites left")
    private List<Path> journals = List.of();

    @Option(
            names = "--payload-bytes",
            paramLabel = "N",
            defaultValue = "50",
            description = "of each message of a journal (conditional); default: 50")
    private int payloadBytes;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    private Mode mode;

    /** Creates options that are set when a command line is parsed, for suites in an environment. */
    public SuiteOptions(Mode mode) {
        this.mode = mode;
    }

    /** Adds the types of these options and their values from Maven to a command line with all of its commands. */
    public static CommandLine withTypes(CommandLine line) {
        return line.setDefaultValueProvider(SuiteOptions::ofMaven)
                .registerConverter(Scale.class, Scale::of)
                .registerConverter(Transport.class, text -> Transport.of(text.strip()))
                .registerConverter(Timers.class, text -> Timers.of(text.strip()))
                .registerConverter(Precision.class, Precision::parse)
                .registerConverter(
                        Duration.class, text -> StrictYaml.ofDefaults().read("duration", text, Duration.class))
                .registerConverter(GilbertElliott.class, GilbertElliott::parse);
    }

    /**
     * Returns the value of an option from Maven, which passes options as system properties, such as {@code lab.seed} for
     * {@code --seed}. A property that the user did not set is blank, or the expression for it that Maven has left.
     */
    private static @Nullable String ofMaven(ArgSpec argument) {
        String text = argument instanceof OptionSpec option
                ? System.getProperty("lab." + option.longestName().substring(2))
                : null;
        if (text == null || text.isBlank() || text.startsWith("${")) {
            return argument.defaultValue();
        }
        return text.strip();
    }

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of range; the message names it
     */
    public void check() {
        within("runs", runs, 1000);
        within("threads", threads, 1000);
        within("pairs", pairs, 100);
        within("payload-bytes", Optional.of(payloadBytes), 1_000_000_000);
    }

    private static void within(String name, Optional<Integer> value, int max) {
        if (value.filter(number -> number < 1 || number > max).isPresent()) {
            throw new IllegalArgumentException(
                    name + " = \"" + value.get() + "\": expected a whole number from 1 to " + max);
        }
    }

    /** Runs suites in this process instead of containers, by mail if that is asked for and no transport is set. */
    public void demonstrate(boolean byMail) {
        mode = Mode.DEMO;
        if (byMail && transports.isEmpty()) {
            transports = List.of(Transport.MAIL);
        }
    }

    /** Returns the command for Maven that repeats a run, in the directory of the project, without defaults. */
    String command(String suite) {
        List<String> words = new ArrayList<>(
                switch (mode) {
                    case SIMULATION -> List.of("./mvnw", "-q", "-Psimulation", "verify");
                    case DEMO -> List.of("./mvnw", "-q", "-Pdemo", "verify");
                    case TESTBED -> List.of("./mvnw", "verify", "-Pfault-injection");
                });
        words.add("-Dsuite=" + suite);
        for (OptionSpec option : Objects.requireNonNull(command).options()) {
            String name = option.longestName().substring(2);
            String value = option.getValue() instanceof Boolean flag
                    ? flag.toString()
                    : option.originalStringValues().isEmpty()
                            ? ofMaven(option)
                            : String.join(",", option.originalStringValues());
            boolean usual = value == null || value.equals(option.defaultValue());
            if (!usual && !option.usageHelp() && !option.versionHelp() && !NOT_REPEATED.contains(name)) {
                String word = "-D" + name + "=" + value;
                words.add(word.matches("[\\w./,:=%-]*") ? word : "'" + word + "'");
            }
        }
        return String.join(" ", words);
    }

    /** Returns the environment in which suites are run. */
    public Mode mode() {
        return mode;
    }

    /** Returns the names of the suites. */
    public List<String> suites() {
        return suites;
    }

    /** Returns the length of the scenarios. */
    public Optional<Scale> scale() {
        return scale;
    }

    /** Returns whether a suite should be as large as in its paper: false for every smaller scale, and if none is set. */
    public boolean full() {
        return scale.filter(Scale.PAPER::equals).isPresent();
    }

    /** Returns the transports of the paper's scenarios. */
    public List<Transport> transports() {
        return transports;
    }

    /** Returns scenario files. */
    public List<Path> scenarios() {
        return scenarios;
    }

    /** Returns the places of further oracles: jars or directories of classes. */
    public List<Path> oracleJars() {
        return oracleJars;
    }

    /** Returns the number of runs of each cell, from 1 to 1000. */
    public Optional<Integer> runs() {
        return runs;
    }

    /** Returns the seed of everything that is random. */
    public long seed() {
        return seed;
    }

    /** Returns the directory of all results. */
    public Path output() {
        return output;
    }

    /** Returns the number of parts that run at once, 1 or more; it changes only the time it takes. */
    public int threads() {
        return threads.orElseGet(() -> Runtime.getRuntime().availableProcessors());
    }

    /** Returns the machines that are simulated. */
    public List<Timers> timers() {
        return timers;
    }

    /** Returns the precision of the results that sets the number of runs. */
    public Optional<Precision> precision() {
        return precision;
    }

    /** Returns settings of a simulation with the processing, the acknowledgements and the bursts of loss that are asked for. */
    public SimulationSettings applyTo(SimulationSettings settings) {
        SimulationSettings asked = settings;
        if (processing.isPresent()) {
            Duration half = processing.get().dividedBy(2);
            asked = asked.withSending(half).withReceiving(half);
        }
        if (decoupled.isPresent()) {
            asked = asked.withDecoupledAfter(decoupled);
        }
        return bursts.isPresent() ? asked.withBursts(bursts) : asked;
    }

    /** Returns whether every simulated attempt is written to a journal. */
    public boolean journal() {
        return journal;
    }

    /** Returns whether experiments look for the causes of deviations. */
    public boolean experiments() {
        return experiments;
    }

    /** Returns the number of pairs of containers that run at the same time, from 1 to 100. */
    public OptionalInt pairs() {
        return pairs.stream().mapToInt(Integer::intValue).findFirst();
    }

    /** Returns whether CXF's own queue runs in addition to the oracles over HTTP. */
    public boolean peer() {
        return peer;
    }

    /** Returns logs to be read. */
    public List<Path> journals() {
        return journals;
    }

    /** Returns the payload of each message of a journal, 1 or more. */
    public int payloadBytes() {
        return payloadBytes;
    }
}
