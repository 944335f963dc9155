package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The testbed as a program in a node sees it. {@link System#nanoTime()} is the same clock in all nodes of a testbed, so times
 * of different nodes can be compared.
 *
 * <p>Thread-safe.
 */
public final class TestbedNode {
    static final String PAIR = "RESTART_ORACLE_PAIR";
    static final String ROLE = "RESTART_ORACLE_ROLE";
    static final String PEER = "RESTART_ORACLE_PEER";
    static final String MAIL = "RESTART_ORACLE_MAIL";
    static final String MAIL_USER = "node";
    static final String DIRECTORY = "/testbed";
    static final String READY = "ready";
    static final String START = "start";
    static final String OUTPUT = "out";

    private static final Duration POLL = Duration.ofMillis(20);

    private final Map<String, String> environment;
    private final Path directory;

    TestbedNode(Map<String, String> environment, Path directory) {
        this.environment = environment;
        this.directory = directory;
    }

    /**
     * {@return the node this program runs in}
     *
     * @throws IllegalStateException if it runs in none
     */
    public static TestbedNode current() {
        TestbedNode node = new TestbedNode(System.getenv(), Path.of(DIRECTORY));
        node.required(PAIR);
        return node;
    }

    private String required(String name) {
        String value = environment.get(name);
        if (value == null) {
            throw new IllegalStateException("not in a node of a testbed: " + name + " is not set");
        }
        return value;
    }

    /** {@return the end of the pair at which this node is} */
    public Role role() {
        return required(ROLE).equals(Role.SOURCE.toString()) ? Role.SOURCE : Role.DESTINATION;
    }

    /** {@return the host name of the other node of the pair} */
    public String peer() {
        return required(PEER);
    }

    /**
     * {@return the account of this node on its own mail server}
     *
     * @throws IllegalStateException if the pair has no mail servers
     */
    public Mailbox mailbox() {
        required(MAIL);
        return Mailbox.of(
                MAIL_USER, domain(role()), "127.0.0.1", MailServerContainer.SMTP_PORT, MailServerContainer.POP3_PORT);
    }

    /**
     * {@return the mail address of the other node of the pair}
     *
     * @throws IllegalStateException if the pair has no mail servers
     */
    public String peerMailAddress() {
        required(MAIL);
        return MAIL_USER + "@" + domain(role().other());
    }

    /** Returns the mail domain of a node; pairs are isolated from each other, so all have the same two. */
    static String domain(Role role) {
        return role + ".test";
    }

    /** {@return the directory from which the testbed collects files at the end} */
    public Path output() {
        return directory.resolve(OUTPUT);
    }

    /**
     * Reports that this program is ready; the run starts when all nodes have reported so.
     *
     * @throws IOException if the node's directory cannot be written
     */
    public void ready() throws IOException {
        Files.writeString(directory.resolve(READY), "");
    }

    /**
     * Waits until the time 0 of the run is known, a second or more ahead.
     *
     * @return the run's time 0 on the clock of {@link System#nanoTime()}
     * @throws IOException if the node's directory cannot be read
     * @throws IllegalStateException if time 0 had passed when it became known
     */
    public long awaitStart() throws IOException {
        Path file = directory.resolve(START);
        String text = "";
        // The line end is written last, so that a partly written file is not taken for a complete one.
        while (!text.endsWith("\n")) {
            LockSupport.parkNanos(POLL.toNanos());
            text = Files.exists(file) ? Files.readString(file) : "";
        }
        Duration ahead = Duration.between(Instant.now(), Instant.ofEpochSecond(Long.parseLong(text.strip())));
        if (ahead.isNegative()) {
            throw new IllegalStateException("the start of the run was announced " + ahead.negated() + " too late");
        }
        return System.nanoTime() + ahead.toNanos();
    }
}
