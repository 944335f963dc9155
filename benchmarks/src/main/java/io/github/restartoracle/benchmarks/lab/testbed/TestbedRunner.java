package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.DestinationNode;
import io.github.restartoracle.benchmarks.lab.node.SourceNode;
import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.RestartRow;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.Progress;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.testbed.MailSettings;
import io.github.restartoracle.harness.testbed.NodeProgram.JavaProgram;
import io.github.restartoracle.harness.testbed.PairPlan;
import io.github.restartoracle.harness.testbed.PairResult;
import io.github.restartoracle.harness.testbed.Role;
import io.github.restartoracle.harness.testbed.Testbed;
import io.github.restartoracle.harness.testbed.TestbedPlan;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Runs cells in containers, many pairs at the same time: runs mostly wait. Each pair has its own two network namespaces, so
 * that the faults of one do not touch another.
 */
public final class TestbedRunner {
    /** Pairs for each processor at first. */
    private static final int HTTP_PAIRS = 8;

    /** A pair also has two mail servers. */
    private static final int MAIL_PAIRS = 6;

    /** For each transport; each run takes minutes. */
    private static final int MOST_AGAIN = 6;

    private static final String HTTP_PORT = "8080";

    /** The paper's interval of polls. */
    private static final String MAIL_WIRE = "mail:PT6S";

    /** The kernel gives up a connection after 127 s. */
    private static final Duration HTTP_DRAIN = Duration.ofSeconds(140);

    /** A mail and its acknowledgement may each wait for up to 3 minutes in a queue, and be deferred again in a lossy one. */
    private static final Duration MAIL_DRAIN = Duration.ofMinutes(8);

    private static final Duration HTTP_SLACK = Duration.ofMinutes(1);

    /** When all is acknowledged, copies may still wait in a queue. */
    private static final Duration MAIL_SLACK = Duration.ofMinutes(5);

    private static final Duration REPORT_EVERY = Duration.ofSeconds(10);

    /** Small JVMs that do not compete for the processors: many run side by side. */
    private static final String[] JVM = {
        "-Xmx96m",
        "-Xss512k",
        "-XX:TieredStopAtLevel=1",
        "-XX:CICompilerCount=1",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"
    };

    private final List<CellRun> cells;
    private final Path output;
    private final OptionalInt pairs;
    private final List<Path> classPath;
    private final PrintStream out;
    private final List<String> failures = new ArrayList<>();

    /**
     * Nothing has run yet.
     *
     * @param cells what to run
     * @param output where logs go
     * @param pairs how many pairs of containers run at the same time; empty for as many as the machine can carry
     * @param classPath what the nodes need, directories of classes or of jars
     * @param out where progress is shown
     */
    public TestbedRunner(List<CellRun> cells, Path output, OptionalInt pairs, List<Path> classPath, PrintStream out) {
        this.cells = List.copyOf(cells);
        this.output = output;
        this.pairs = pairs;
        this.classPath = List.copyOf(classPath);
        this.out = out;
    }

    /**
     * Runs all cells: as many at once as the machine can carry, and a few that ran while it was late once more, alone.
     *
     * @return what they have left behind, without those that failed
     * @throws IOException if a file cannot be written
     */
    public List<CellOutcome> run() throws IOException {
        List<CellOutcome> outcomes = new ArrayList<>();
        // Mail takes longer.
        for (Transport transport : Transport.values()) {
            try (NodeClasses classes = new NodeClasses(classPath, output.resolve("classes"))) {
                outcomes.addAll(againWhereLate(run(transport, classes), classes));
            }
        }
        outcomes.sort(Comparator.comparing(outcome -> cells.indexOf(outcome.cell())));
        return outcomes;
    }

    private List<CellOutcome> run(Transport transport, NodeClasses classes) throws IOException {
        // A wave takes as long as its longest run.
        List<CellRun> left = cells.stream()
                .filter(cell -> cell.scenario().transport() == transport)
                .sorted(Comparator.comparing((CellRun cell) -> cell.scenario().sending())
                        .reversed())
                .toList();
        int first =
                Runtime.getRuntime().availableProcessors() * (transport == Transport.MAIL ? MAIL_PAIRS : HTTP_PAIRS);
        PairsAtOnce atOnce = new PairsAtOnce(pairs.orElse(first));
        List<CellOutcome> outcomes = new ArrayList<>();
        while (!left.isEmpty()) {
            List<CellRun> wave = left.subList(0, Math.min(left.size(), atOnce.number()));
            left = left.subList(wave.size(), left.size());
            out.printf("Starting %d pairs of containers, %d to come%n", wave.size(), left.size());
            List<CellOutcome> done = wave(wave, classes);
            outcomes.addAll(done);
            Optional<HostLateness> latest =
                    done.stream().map(CellOutcome::lateness).reduce(HostLateness::orLater);
            latest.ifPresent(lateness -> out.println("       " + lateness));
            if (pairs.isEmpty() && latest.isPresent()) {
                atOnce = atOnce.after(latest.get());
            }
        }
        return outcomes;
    }

    private List<CellOutcome> againWhereLate(List<CellOutcome> outcomes, NodeClasses classes) throws IOException {
        List<CellOutcome> all = new ArrayList<>(outcomes);
        long late = all.stream().filter(outcome -> !outcome.lateness().sound()).count();
        if (late > MOST_AGAIN) {
            out.printf(
                    "%d of %d runs were on a machine that was late; none of so many is made again%n", late, all.size());
            return all;
        }
        for (int i = 0; i < all.size(); i++) {
            CellOutcome outcome = all.get(i);
            if (!outcome.lateness().sound()) {
                out.printf(
                        "%s, on a machine that was late, again and alone%n",
                        outcome.cell().title());
                List<CellOutcome> again = wave(List.of(outcome.cell()), classes);
                all.set(i, again.isEmpty() ? outcome : again.get(0));
            }
        }
        return all;
    }

    /**
     * Lists cells that have no result.
     *
     * @return a line each, with the reason
     */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    private List<CellOutcome> wave(List<CellRun> wave, NodeClasses classes) throws IOException {
        Path logs = Files.createDirectories(output.resolve("pairs"));
        Duration sending = wave.stream()
                .map(cell -> cell.scenario().sending())
                .max(Duration::compareTo)
                .orElseThrow();
        boolean mail = wave.get(0).scenario().transport() == Transport.MAIL;
        TestbedPlan plan = TestbedPlan.of(
                logs,
                sending.plus(mail ? MAIL_DRAIN.plus(MAIL_SLACK) : HTTP_DRAIN.plus(HTTP_SLACK)),
                IntStream.range(0, wave.size())
                        .mapToObj(i -> pair(wave.get(i), classes, i == 0))
                        .toArray(PairPlan[]::new));
        try (Testbed testbed = Testbed.of(plan)) {
            testbed.start();
            Progress progress = new Progress(out, NanoClock.system(), sending, REPORT_EVERY);
            List<PairResult> results = testbed.run((sinceStart, finished, total) ->
                    progress.update(finished + " of " + total + " pairs finished", sinceStart));
            progress.say("wave done");
            classes.keep(results.get(0));
            List<CellOutcome> outcomes = new ArrayList<>();
            for (int i = 0; i < wave.size(); i++) {
                try {
                    outcomes.add(outcome(wave.get(i), results.get(i)));
                } catch (IOException | RuntimeException e) {
                    failures.add(wave.get(i).title() + ": no result: " + e);
                }
            }
            return outcomes;
        }
    }

    private PairPlan pair(CellRun cell, NodeClasses classes, boolean makesArchive) {
        Scenario scenario = cell.scenario();
        OracleSpec oracle = cell.oracle();
        boolean mail = scenario.transport() == Transport.MAIL;
        String http = scenario.service().tlsFails().isPresent() ? "tls:" + HTTP_PORT : HTTP_PORT;
        String wire = mail ? MAIL_WIRE : http;
        JavaProgram destination = classes.program(Role.DESTINATION, DestinationNode.class, makesArchive)
                .withJvmFlags(JVM)
                .withArguments(cell.run(), wire, scenario.service().notation());
        JavaProgram source = classes.program(Role.SOURCE, SourceNode.class, makesArchive)
                .withJvmFlags(JVM)
                .withArguments(
                        cell.run(),
                        oracle.label(),
                        wire,
                        Integer.toString(scenario.messages()),
                        scenario.interval().toString(),
                        Integer.toString(scenario.payloadBytes()),
                        (mail ? MAIL_DRAIN : HTTP_DRAIN).toString(),
                        scenario.connections().name());
        for (Map.Entry<String, String> property : properties(oracle).entrySet()) {
            source = source.withSystemProperty(property.getKey(), property.getValue());
        }
        PairPlan pair = new PairPlan(cell.title(), source, destination, scenario.link(), scenario.faults());
        if (mail) {
            return pair.withMail(MailSettings.ofPaper());
        }
        if (scenario.deadAddress()) {
            return pair.withDeadAddress();
        }
        return scenario.proxy() ? pair.withProxy(Integer.parseInt(HTTP_PORT)) : pair;
    }

    private static Map<String, String> properties(OracleSpec oracle) {
        if (oracle.isPeer()) {
            // It must not find properties that install an oracle.
            return Map.of(SourceNode.PEER, oracle.properties().getOrDefault("initial-timeout", ""));
        }
        Map<String, String> properties = new TreeMap<>();
        oracle.properties().forEach((name, value) -> properties.put(Settings.PREFIX + name, value));
        properties.put(Settings.PREFIX + "oracle", oracle.name());
        return properties;
    }

    private static CellOutcome outcome(CellRun cell, PairResult result) throws IOException {
        if (result.exitCode() != 0) {
            throw new IOException(cell.title() + ": the source ended with " + result.exitCode() + "; its log is beside "
                    + result.sourceOutput());
        }
        Path source = result.sourceOutput();
        Path destination = result.destinationOutput();
        return new CellOutcome(
                cell,
                Journal.read(source.resolve(SourceNode.JOURNAL))
                        .join(Journal.ARRIVALS.read(destination.resolve(DestinationNode.ARRIVALS)))
                        .rows(),
                RestartRow.FILE.read(source.resolve(SourceNode.RESTARTS)),
                number(destination.resolve(DestinationNode.DELIVERED)),
                number(destination.resolve(DestinationNode.DUPLICATES)),
                number(source.resolve(SourceNode.UNACKNOWLEDGED)),
                result.proof(),
                HostLateness.FILE.read(source.resolve(SourceNode.LATENESS)).get(0));
    }

    private static int number(Path file) throws IOException {
        return Integer.parseInt(Files.readString(file).strip());
    }
}
