package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.DestinationNode;
import io.github.restartoracle.benchmarks.lab.node.SourceNode;
import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.RestartRow;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.testbed.MailServerSettings;
import io.github.restartoracle.harness.testbed.NodeProgram;
import io.github.restartoracle.harness.testbed.PairPlan;
import io.github.restartoracle.harness.testbed.PairResult;
import io.github.restartoracle.harness.testbed.Role;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run in a pair of containers: plans the pair, and reads its outcome.
 *
 * @param cell the run
 */
record CellPair(CellRun cell) {
    private static final String HTTP_PORT = "8080";

    /** The limit of slow links: on a link with less bandwidth the messages of a warm-up take minutes. */
    private static final long SLOW_BITS_PER_SECOND = 500_000;

    private static final String SHORT_WARM_UP = "/20";

    /** The paper's interval of polls. */
    private static final String MAIL_WIRE = "mail:PT6S";

    /** Longer than the kernel takes to give up a connection, which is 127 s. */
    private static final Duration HTTP_DRAIN = Duration.ofSeconds(140);

    /**
     * The time to wait by mail: a mail and its acknowledgement may each wait for up to 3 minutes in a queue, and be deferred
     * again in a queue with losses.
     */
    private static final Duration MAIL_DRAIN = Duration.ofMinutes(8);

    private static final Duration HTTP_SLACK = Duration.ofMinutes(1);

    /** The time to wait for copies that are still in a queue when all messages are acknowledged. */
    private static final Duration MAIL_SLACK = Duration.ofMinutes(5);

    /** The expected time in addition to the sending: container start, notice before time 0, drain. */
    private static final Duration HTTP_REST = Duration.ofSeconds(30);

    private static final Duration MAIL_REST = Duration.ofMinutes(2);

    /** Returns the time limit of the run, counted from its time 0. */
    Duration limit() {
        return cell.scenario().sending().plus(mail() ? MAIL_DRAIN.plus(MAIL_SLACK) : HTTP_DRAIN.plus(HTTP_SLACK));
    }

    /** Returns the expected duration of the run, including the start of its containers. */
    Duration expected() {
        return cell.scenario().sending().plus(mail() ? MAIL_REST : HTTP_REST);
    }

    private boolean mail() {
        return cell.scenario().transport() == Transport.MAIL;
    }

    /**
     * Plans the pair.
     *
     * @param classes the classes of its programs
     * @param rehearsal true if the run has to leave archives of classes
     */
    PairPlan plan(NodeClasses classes, boolean rehearsal) {
        Scenario scenario = cell.scenario();
        OracleSpec oracle = cell.oracle();
        boolean mail = mail();
        String wire = mail ? MAIL_WIRE : httpWire();
        NodeProgram destination = classes.program(Role.DESTINATION, DestinationNode.class, rehearsal)
                .withSmallJvm()
                .withArguments(cell.run(), wire, scenario.service().notation());
        NodeProgram source = classes.program(Role.SOURCE, SourceNode.class, rehearsal)
                .withSmallJvm()
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
            return pair.withMail(MailServerSettings.ofPaper());
        }
        if (scenario.deadAddress()) {
            return pair.withDeadAddress();
        }
        return scenario.proxy() ? pair.withProxy(Integer.parseInt(HTTP_PORT)) : pair;
    }

    private String httpWire() {
        Scenario scenario = cell.scenario();
        boolean slow = scenario.link().bandwidth().orElse(Long.MAX_VALUE) < SLOW_BITS_PER_SECOND;
        return (scenario.service().tlsFails().isPresent() ? "tls:" : "") + HTTP_PORT + (slow ? SHORT_WARM_UP : "");
    }

    private static Map<String, String> properties(OracleSpec oracle) {
        if (oracle.isPeer()) {
            // The property "oracle" must be absent, since it would install an oracle.
            return Map.of(SourceNode.PEER, oracle.properties().getOrDefault("initial-timeout", ""));
        }
        Map<String, String> properties = new TreeMap<>();
        oracle.properties().forEach((name, value) -> properties.put(Settings.PREFIX + name, value));
        properties.put(Settings.PREFIX + "oracle", oracle.name());
        return properties;
    }

    /**
     * Reads the outcome from the collected files.
     *
     * @param result the end of the run and its files
     * @throws IOException if the run failed, or a file is invalid
     */
    CellOutcome outcome(PairResult result) throws IOException {
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
