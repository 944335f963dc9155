package io.github.restartoracle.benchmarks.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * How a node in a container and the experiment outside find each other in time: through small files in a directory that
 * both see. Each appears complete, under its final name.
 *
 * @param directory of one node
 */
public record Rendezvous(Path directory) {
    /** Written by a node that is ready to begin. */
    public static final String READY = "ready";
    /** Written by the experiment: when the first message is due, in nanoseconds since the epoch. */
    public static final String START = "start";
    /** Written by a source that has nothing more to wait for: how many messages are outstanding. */
    public static final String DONE = "done";
    /** Written by the experiment: finish the files and end. */
    public static final String STOP = "stop";
    /** Written by a node that ends with an error. */
    public static final String FAILED = "failed";

    private static final Duration POLL = Duration.ofMillis(50);

    /**
     * Writes a file.
     *
     * @param name one of the constants
     * @param content its content
     * @throws IOException if it cannot be written
     */
    public void put(String name, String content) throws IOException {
        Path draft = directory.resolve(name + ".draft");
        Files.writeString(draft, content, StandardCharsets.UTF_8);
        Files.move(draft, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Whether a file is there.
     *
     * @param name one of the constants
     * @return true if it is
     */
    public boolean has(String name) {
        return Files.exists(directory.resolve(name));
    }

    /**
     * Reads a file.
     *
     * @param name one of the constants
     * @return its content
     * @throws IOException if it is not there
     */
    public String get(String name) throws IOException {
        return Files.readString(directory.resolve(name), StandardCharsets.UTF_8).strip();
    }

    /**
     * Waits for a file.
     *
     * @param name one of the constants
     * @param atMost how long
     * @return its content
     * @throws IOException if it does not come, or the other side failed
     */
    public String await(String name, Duration atMost) throws IOException {
        Instant end = Instant.now().plus(atMost);
        while (!has(name)) {
            if (has(FAILED)) {
                throw new IOException("the node of " + directory.getFileName() + " failed: " + get(FAILED));
            }
            if (Instant.now().isAfter(end)) {
                throw new IOException("waited " + atMost.toSeconds() + " s for \"" + name + "\" of "
                        + directory.getFileName() + ", in vain; see its output beside it");
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        return get(name);
    }
}
