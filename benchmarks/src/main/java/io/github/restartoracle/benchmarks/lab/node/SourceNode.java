package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.results.RestartRow;
import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.testbed.TestbedNode;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The source in its container: {@code SourceNode RUN LABEL WIRE MESSAGES INTERVAL PAYLOAD DRAIN CONNECTIONS}, durations as in
 * ISO 8601, {@link Connections} by its name. The wire is in the form of {@link NodeWire}. The oracle is configured by the
 * system properties {@code restart-oracle.*}, as in any application. Leaves {@link #JOURNAL}, {@link #RESTARTS},
 * {@link #UNACKNOWLEDGED} and {@link #LATENESS} in the node's output.
 */
public final class SourceNode {
    /** The file of transmissions. */
    public static final String JOURNAL = "journal.csv";
    /** The file of due and dispatch times. */
    public static final String RESTARTS = "restarts.csv";
    /** The file with the number of messages that were not acknowledged at the end. */
    public static final String UNACKNOWLEDGED = "unacknowledged.txt";

    /** The file with the lateness of the machine. */
    public static final String LATENESS = "lateness.csv";

    /**
     * The system property that selects CXF's own queue instead of an oracle. Its value is the first timeout, empty for CXF's
     * default.
     */
    public static final String PEER = "experiment.peer";

    private SourceNode() {}

    /**
     * Sends all messages and waits until each is acknowledged or given up, or the time to drain is over.
     *
     * @param args see above
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        TestbedNode node = TestbedNode.current();
        Path output = node.output();
        String peer = System.getProperty(PEER);
        Settings settings = peer == null ? Settings.from(System.getProperties()) : CxfQueue.settings(peer);
        SourceEnd end = new SourceEnd(NodeWire.of(node, node.peer(), args[2]), Connections.valueOf(args[7]), settings);
        end.warmUp();
        node.ready();
        long startNanos = node.awaitStart();
        LatenessProbe probe = LatenessProbe.begin();
        Duration interval = Duration.parse(args[4]);
        end.send(Integer.parseInt(args[3]), interval, Integer.parseInt(args[5]), startNanos);
        int unacknowledged = end.drain(Duration.parse(args[6]));
        new Journal(end.journal(args[0], args[1], startNanos, interval)).write(output.resolve(JOURNAL));
        RestartRow.FILE.write(output.resolve(RESTARTS), end.restarts(args[0], args[1]));
        Files.writeString(output.resolve(UNACKNOWLEDGED), Integer.toString(unacknowledged));
        HostLateness.FILE.write(output.resolve(LATENESS), List.of(probe.lateness()));
        // Attempts may hang in a connect for minutes; their results do not matter any more.
        Runtime.getRuntime().halt(0);
    }
}
