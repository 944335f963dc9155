package io.github.restartoracle.benchmarks.lab.testbed;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.testbed.Role;
import io.github.restartoracle.harness.testbed.TestbedNode;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * An end of a path in its container: {@code CellNode RUN SCENARIO NAME=VALUE...}, the scenario as {@link Scenario#notation},
 * then the settings of the source's oracle. Leaves a {@link SourceReport} or a {@link DestinationReport} as {@link #REPORT} in
 * the node's output.
 */
final class CellNode {
    static final String REPORT = "report.json";

    /** The port of HTTP on which the destination listens. */
    static final int PORT = 8080;

    /** Longer than the kernel takes to give up a connection, which is 127 s. */
    private static final Duration HTTP_DRAIN = Duration.ofSeconds(140);

    /**
     * The time to wait by mail: a mail and its acknowledgement may each wait for up to 3 minutes in a queue, and be deferred
     * again in a queue with losses.
     */
    private static final Duration MAIL_DRAIN = Duration.ofMinutes(8);

    private static final Path SPOOL = Path.of("/tmp/spool");

    private CellNode() {}

    /** Returns the longest time that a source waits for acknowledgements after its last message. */
    static Duration drain(Transport transport) {
        return transport == Transport.MAIL ? MAIL_DRAIN : HTTP_DRAIN;
    }

    /**
     * Runs the end of the node's role.
     *
     * @param args see above
     * @throws Exception if the run fails
     */
    public static void main(String[] args) throws Exception {
        TestbedNode node = TestbedNode.current();
        Scenario scenario = new ScenarioFiles().parse("scenario", args[1]).get(0);
        boolean source = node.role() == Role.SOURCE;
        Wire wire = scenario.transport() == Transport.MAIL
                ? new MailWire(node.mailbox(), node.peerMailAddress(), SPOOL)
                : HttpWire.of(source ? node.peer() : "0.0.0.0", PORT, scenario);
        Map<String, String> settings = Arrays.stream(args)
                .skip(2)
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1]));
        if (source) {
            send(node, new SourceEnd(wire, scenario.connections(), Settings.of(settings)), scenario);
        } else {
            receive(
                    node,
                    new DestinationEnd(wire, scenario.service(), args[0], OracleSpec.isPlain(settings.get("oracle"))));
        }
    }

    /** Sends all messages and waits until each is acknowledged or given up, or the time to drain is over. */
    private static void send(TestbedNode node, SourceEnd end, Scenario scenario) throws IOException {
        end.warmUp();
        node.ready();
        long startNanos = node.awaitStart();
        LatenessProbe probe = new LatenessProbe();
        end.send(scenario, startNanos);
        int unacknowledged = end.drain(drain(scenario.transport()));
        write(node, end.report(startNanos, unacknowledged, probe));
        // Attempts may hang in a connect for minutes; their results do not matter any more.
        Runtime.getRuntime().halt(0);
    }

    /** Receives until the testbed ends this process, because the source has ended. */
    private static void receive(TestbedNode node, DestinationEnd end) throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> write(node, end.report())));
        node.ready();
        end.begin(node.awaitStart());
        new CountDownLatch(1).await();
    }

    private static void write(TestbedNode node, Object report) {
        try {
            new JsonMapper().writeValue(node.output().resolve(REPORT).toFile(), report);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
