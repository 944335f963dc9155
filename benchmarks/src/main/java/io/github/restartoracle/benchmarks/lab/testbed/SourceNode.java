package io.github.restartoracle.benchmarks.lab.testbed;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.testbed.TestbedNode;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The source in its container: {@code SourceNode SCENARIO NAME=VALUE...}, the scenario as {@link Scenario#notation}, then the
 * settings of its oracle. Leaves a {@link SourceReport} as {@link #REPORT} in the node's output.
 */
final class SourceNode {
    static final String REPORT = "source.json";

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

    private SourceNode() {}

    /** Returns the longest time that a source waits for acknowledgements after its last message. */
    static Duration drain(Transport transport) {
        return transport == Transport.MAIL ? MAIL_DRAIN : HTTP_DRAIN;
    }

    /** Returns the wire of a node. The source calls the host over HTTP, or the destination listens on it. */
    static Wire wire(TestbedNode node, String host, Scenario scenario) {
        return scenario.transport() == Transport.MAIL
                ? new MailWire(node.mailbox(), node.peerMailAddress(), SPOOL)
                : HttpWire.of(host, PORT, scenario);
    }

    /** Sends all messages and waits until each is acknowledged or given up, or the time to drain is over. */
    public static void main(String[] args) throws IOException {
        TestbedNode node = TestbedNode.current();
        Scenario scenario = new ScenarioFiles().parse("scenario", args[0]).get(0);
        Settings settings = Settings.of(Arrays.stream(args)
                .skip(1)
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1])));
        SourceEnd end = new SourceEnd(wire(node, node.peer(), scenario), scenario.connections(), settings);
        end.warmUp();
        node.ready();
        long startNanos = node.awaitStart();
        LatenessProbe probe = new LatenessProbe();
        end.send(scenario, startNanos);
        SourceReport report = end.report(startNanos, end.drain(drain(scenario.transport())), probe);
        new JsonMapper().writeValue(node.output().resolve(REPORT).toFile(), report);
        // Attempts may hang in a connect for minutes; their results do not matter any more.
        Runtime.getRuntime().halt(0);
    }
}
