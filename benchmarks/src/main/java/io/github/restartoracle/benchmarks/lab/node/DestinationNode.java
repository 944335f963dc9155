package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.harness.testbed.TestbedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The destination in its container: {@code DestinationNode RUN WIRE SERVICE}. Keeps {@link #ARRIVALS}, {@link #DUPLICATES} and
 * {@link #DELIVERED} up to date in the node's output until it is ended.
 */
public final class DestinationNode {
    /** The file of arrivals. */
    public static final String ARRIVALS = "arrivals.csv";
    /** The file with the number of excess copies that the application received. */
    public static final String DUPLICATES = "duplicates.txt";

    /** The file with the number of messages that the application received. */
    public static final String DELIVERED = "delivered.txt";

    private static final Duration FLUSH_EVERY = Duration.ofMillis(200);

    private DestinationNode() {}

    /**
     * Runs until the process is ended.
     *
     * @param args the name of the run, the wire in the form of {@link SourceNode}, and {@link Service#notation}
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        TestbedNode node = TestbedNode.current();
        Path output = node.output();
        try (DestinationEnd end = new DestinationEnd(
                NodeWire.of(node, "0.0.0.0", args[1]), Service.parse(args[2]), args[0], output.resolve(ARRIVALS))) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> save(end, output)));
            save(end, output);
            node.ready();
            end.begin(node.awaitStart());
            while (!Thread.currentThread().isInterrupted()) {
                save(end, output);
                LockSupport.parkNanos(FLUSH_EVERY.toNanos());
            }
        }
    }

    /** Saves the files. Also called when the testbed ends this process, because the source has ended. */
    private static synchronized void save(DestinationEnd end, Path output) {
        try {
            end.flush();
            write(output.resolve(DUPLICATES), end.duplicatesDelivered());
            write(output.resolve(DELIVERED), end.delivered());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file in one step, since the process may be killed at any time. */
    private static void write(Path file, int count) throws IOException {
        String text = Integer.toString(count);
        if (Files.exists(file) && Files.readString(file).equals(text)) {
            return;
        }
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        Files.writeString(draft, text);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
