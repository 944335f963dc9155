package io.github.restartoracle.harness.testbed;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * A mail server for tests of a mail client: Postfix and Dovecot (POP3) in a container. It has no route to other servers, unless
 * it was started as one of a pair: mail for another domain comes back as undeliverable, mail for an unknown account of its own
 * is refused. UIDLs stay the same as long as the server is not closed.
 *
 * <p>Thread-safe. Calls take up to some seconds.
 */
public final class MailServerContainer implements AutoCloseable {
    static final int SMTP_PORT = 25;
    static final int POP3_PORT = 110;

    /** Directories in memory: each mail is synchronised several times, for which many servers on one disk would queue up. */
    private static final Map<String, String> IN_MEMORY = Map.of("/var/spool/postfix", "rw", "/var/mailboxes", "rw");

    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final String domain;
    private final List<String> users;
    private final Optional<String> peerDomain;
    private final GenericContainer<?> container;
    private @Nullable PrintStream log;

    /** Creates a mail server, not yet started, with a route to the server of a peer's domain if there is one. */
    MailServerContainer(String domain, List<String> users, Optional<String> peerDomain, MailServerSettings settings) {
        this.domain = domain;
        this.users = users;
        this.peerDomain = peerDomain;
        container = Containers.of(TestbedImages.MAIL)
                .withEnv("MAIL_DOMAIN", domain)
                .withEnv(
                        "MAIL_ACCOUNTS",
                        users.stream()
                                .map(user -> user + ":" + Mailbox.password(user))
                                .collect(Collectors.joining(" ")))
                .withEnv(
                        "MAIL_ROUTES",
                        peerDomain.map(peer -> peer + "=" + host(peer)).orElse(""))
                // A client may start the queue (ETRN) for the domain to which there is a route.
                .withEnv("MAIL_SETTINGS", settings.parameters() + " fast_flush_domains=" + peerDomain.orElse(""))
                .withTmpFs(IN_MEMORY)
                .withCreateContainerCmdModifier(c -> c.getHostConfig().withInit(true))
                .waitingFor(Wait.forLogMessage(".*mailserver: ready.*", 1).withStartupTimeout(START_LIMIT));
    }

    /**
     * Starts a server.
     *
     * @param settings the settings of its queue and its limits
     * @param domain the domain of all its accounts, such as {@code example.test}
     * @param users the names of the accounts, the part before the at sign
     * @return the server, which answers on both ports
     * @throws IllegalStateException if there is no Docker engine, or the image is missing and cannot be built
     */
    public static MailServerContainer start(MailServerSettings settings, String domain, String... users) {
        Owner.removeLeftovers();
        TestbedImages.require();
        return started(new MailServerContainer(domain, List.of(users), Optional.empty(), settings));
    }

    /**
     * Starts two servers that forward mails for each other's domain, each with one account.
     *
     * @param settings the settings of both
     * @param user the name of both accounts
     * @param domain the domain of the first
     * @param otherDomain the domain of the second, which must be another one
     * @return the two, in this order, which answer on both ports; to be closed one by one
     * @throws IllegalStateException as {@link #start(MailServerSettings, String, String...)}
     */
    public static List<MailServerContainer> startPair(
            MailServerSettings settings, String user, String domain, String otherDomain) {
        Owner.removeLeftovers();
        TestbedImages.require();
        List<String> users = List.of(user);
        MailServerContainer one = new MailServerContainer(domain, users, Optional.of(otherDomain), settings);
        MailServerContainer other = new MailServerContainer(otherDomain, users, Optional.of(domain), settings);
        try {
            started(one);
            started(other);
            one.peer(Containers.address(other.container));
            other.peer(Containers.address(one.container));
            return List.of(one, other);
        } catch (RuntimeException failed) {
            one.close();
            other.close();
            throw failed;
        }
    }

    private static MailServerContainer started(MailServerContainer mail) {
        mail.container.withExposedPorts(SMTP_PORT, POP3_PORT);
        mail.container.start();
        return mail;
    }

    /** {@return the name or address of the host to connect to} */
    public String host() {
        return container.getHost();
    }

    /** {@return the port of SMTP on {@link #host()}} It stays the same when the server is stopped and restarted. */
    public int smtpPort() {
        return container.getMappedPort(SMTP_PORT);
    }

    /** {@return the port of POP3 on {@link #host()}} It stays the same when the server is stopped and restarted. */
    public int pop3Port() {
        return container.getMappedPort(POP3_PORT);
    }

    /**
     * {@return an account}
     *
     * @param user its name
     * @throws IllegalArgumentException if there is no such account
     */
    public Mailbox mailbox(String user) {
        if (!users.contains(user)) {
            throw new IllegalArgumentException("no account \"" + user + "\": there are " + users);
        }
        return Mailbox.of(user, domain, host(), smtpPort(), pop3Port());
    }

    /**
     * Stops one service; queue and mailboxes stay. New connections to it are refused, or closed without a greeting.
     *
     * @param service the service
     */
    public void stop(MailService service) {
        execute("bash", "-c", service.stopLine());
    }

    /**
     * Starts a service that was stopped; returns when it greets.
     *
     * @param service the service
     */
    public void start(MailService service) {
        execute("bash", "-c", service.startLine());
    }

    /** {@return the number of mails that were accepted and are not yet delivered} */
    public int queueLength() {
        return Integer.parseInt(mailserver("queue").strip());
    }

    /**
     * {@return Postfix's list of the mails that were accepted and are not yet delivered, with the reason for each; for display}
     */
    public String queue() {
        return execute("postqueue", "-p");
    }

    /**
     * Tries all mails of the queue now, even those that are to wait longer. If Postfix finds a mail due while it still records
     * the deferral of that mail, it sets the mail aside for a minute, and then until another mail comes or five minutes have
     * passed. The intervals of the queue do not change this.
     */
    public void flush() {
        execute("postqueue", "-f");
    }

    /** {@return the number of mails in the mailboxes} */
    public int mailboxLength() {
        return Integer.parseInt(mailserver("mailboxes").strip());
    }

    private static String host(String domain) {
        return "mail." + domain;
    }

    GenericContainer<?> container() {
        return container;
    }

    MailServerContainer loggedTo(Path file) {
        log = Containers.log(container, file);
        return this;
    }

    /** Sets the address of the server of the other domain, which is known only when that server runs. */
    void peer(String address) {
        mailserver("peer", host(peerDomain.orElseThrow()), address);
    }

    private String mailserver(String... arguments) {
        return execute(
                Stream.concat(Stream.of("mailserver"), Stream.of(arguments)).toArray(String[]::new));
    }

    private String execute(String... command) {
        return Containers.output(container, command);
    }

    @Override
    public void close() {
        container.stop();
        if (log != null) {
            log.close();
        }
    }
}
