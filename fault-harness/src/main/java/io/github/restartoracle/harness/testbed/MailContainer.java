package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A container with Postfix and Dovecot, and the commands of its script {@code mailserver}. */
final class MailContainer implements AutoCloseable {
    static final int SMTP_PORT = 25;
    static final int POP3_PORT = 110;

    /** Directories in memory: each mail is synchronised several times, for which many servers on one disk would queue up. */
    private static final Map<String, String> IN_MEMORY = Map.of("/var/spool/postfix", "rw", "/var/mailboxes", "rw");

    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final GenericContainer<?> container;
    private @Nullable LogFile log;

    /**
     * Creates a mail server, not yet started.
     *
     * @param domain the domain of its accounts
     * @param users the names of the accounts; their passwords are {@link Mailbox#password}
     * @param routes host names of mail servers by the domain they serve; see {@link #peer}
     * @param settings the settings of its queue
     */
    MailContainer(String domain, List<String> users, Map<String, String> routes, MailServerSettings settings) {
        container = new GenericContainer<>(DockerImageName.parse(TestbedImages.MAIL))
                .withImagePullPolicy(new LocalImage())
                .withEnv("MAIL_DOMAIN", domain)
                .withEnv(
                        "MAIL_ACCOUNTS",
                        users.stream()
                                .map(user -> user + ":" + Mailbox.password(user))
                                .collect(Collectors.joining(" ")))
                .withEnv(
                        "MAIL_ROUTES",
                        routes.entrySet().stream()
                                .map(route -> route.getKey() + "=" + route.getValue())
                                .collect(Collectors.joining(" ")))
                // A client may start the queue (ETRN) for each domain to which there is a route.
                .withEnv(
                        "MAIL_SETTINGS",
                        settings.parameters() + " fast_flush_domains=" + String.join(",", routes.keySet()))
                .withTmpFs(IN_MEMORY)
                .withCreateContainerCmdModifier(c -> c.getHostConfig().withInit(true))
                .waitingFor(Wait.forLogMessage(".*mailserver: ready.*", 1).withStartupTimeout(START_LIMIT));
    }

    static String host(String domain) {
        return "mail." + domain;
    }

    GenericContainer<?> container() {
        return container;
    }

    MailContainer labelled(Map<String, String> labels) {
        container.withLabels(labels);
        return this;
    }

    MailContainer loggedTo(Path file) {
        log = new LogFile(file);
        container.withLogConsumer(log);
        return this;
    }

    /** Starts the container; returns when both services answer. */
    void start() {
        if (log != null) {
            log.open();
        }
        container.start();
    }

    /** Sets the address of the mail server of a route, which is known only when that server runs. */
    void peer(String host, String address) {
        mailserver("peer", host, address);
    }

    void stopServices() {
        mailserver("stop");
    }

    void startServices() {
        mailserver("start");
    }

    void stop(MailService service) {
        execute("bash", "-c", service.stopLine());
    }

    void start(MailService service) {
        execute("bash", "-c", service.startLine());
    }

    String address() {
        return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .findFirst()
                .orElseThrow()
                .getIpAddress();
    }

    int queueLength() {
        return Integer.parseInt(mailserver("queue").strip());
    }

    String queue() {
        return execute("postqueue", "-p");
    }

    void flush() {
        execute("postqueue", "-f");
    }

    int mailboxLength() {
        return Integer.parseInt(mailserver("mailboxes").strip());
    }

    private String mailserver(String... command) {
        String[] line = new String[command.length + 1];
        line[0] = "mailserver";
        System.arraycopy(command, 0, line, 1, command.length);
        return execute(line);
    }

    private String execute(String... line) {
        try {
            ExecResult result = container.execInContainer(line);
            if (result.getExitCode() != 0) {
                throw new IllegalStateException(Arrays.toString(line) + " answered " + result.getExitCode() + ": "
                        + result.getStderr() + result.getStdout());
            }
            return result.getStdout();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during " + Arrays.toString(line), e);
        }
    }

    @Override
    public void close() {
        container.stop();
        if (log != null) {
            log.close();
        }
    }
}
