package io.github.restartoracle.harness.testbed;

import java.util.List;
import java.util.Map;

/**
 * A mail server alone, for tests of a mail client: Postfix and Dovecot (POP3) in a container. It knows nobody else: mail
 * for another domain comes back as undeliverable, mail for an unknown account of its own is refused. UIDLs stay the same as
 * long as the server is not closed.
 *
 * <p>Thread-safe. Calls take up to some seconds.
 */
public final class MailServer implements AutoCloseable {
    private final String domain;
    private final List<String> users;
    private final MailContainer server;

    private MailServer(String domain, List<String> users, MailSettings settings) {
        this.domain = domain;
        this.users = users;
        this.server = new MailContainer(domain, users, Map.of(), settings);
    }

    /**
     * Starts a server with the paper's settings.
     *
     * @param domain of all its accounts, such as {@code example.test}
     * @param users the names of the accounts, the part before the at sign
     * @return the server, which answers on both ports
     * @throws IllegalStateException if there is no Docker engine, or the image is missing and cannot be built
     */
    public static MailServer start(String domain, String... users) {
        return start(MailSettings.ofPaper(), domain, users);
    }

    /**
     * Starts a server.
     *
     * @param settings of its queue and its limits
     * @param domain of all its accounts
     * @param users the names of the accounts, the part before the at sign
     * @return the server, which answers on both ports
     * @throws IllegalStateException as {@link #start(String, String...)}
     */
    public static MailServer start(MailSettings settings, String domain, String... users) {
        Leftovers.remove();
        TestbedImages.require();
        MailServer mail = new MailServer(domain, List.of(users), settings);
        mail.server
                .labelled(Owner.current().labels())
                .container()
                .withExposedPorts(MailContainer.SMTP_PORT, MailContainer.POP3_PORT);
        mail.server.start();
        return mail;
    }

    /**
     * The host to connect to.
     *
     * @return a name or an address
     */
    public String host() {
        return server.container().getHost();
    }

    /**
     * The port of SMTP on {@link #host()}. It stays the same when the server is stopped and restarted.
     *
     * @return the port
     */
    public int smtpPort() {
        return server.container().getMappedPort(MailContainer.SMTP_PORT);
    }

    /**
     * The port of POP3 on {@link #host()}. It stays the same when the server is stopped and restarted.
     *
     * @return the port
     */
    public int pop3Port() {
        return server.container().getMappedPort(MailContainer.POP3_PORT);
    }

    /**
     * An account.
     *
     * @param user its name
     * @return the account
     * @throws IllegalArgumentException if there is no such account
     */
    public Mailbox mailbox(String user) {
        if (!users.contains(user)) {
            throw new IllegalArgumentException("no account \"" + user + "\": there are " + users);
        }
        return Mailbox.of(user, domain, host(), smtpPort(), pop3Port());
    }

    /** Stops both services; queue and mailboxes stay. Whoever connects is refused, or cut off without a greeting. */
    public void stop() {
        server.stopServices();
    }

    /** Stops both services if they run, and starts them; returns when both answer again. */
    public void restart() {
        server.stopServices();
        server.startServices();
    }

    /**
     * Mails that were accepted and are not yet delivered.
     *
     * @return 0 or more
     */
    public int queueLength() {
        return server.queueLength();
    }

    @Override
    public void close() {
        server.close();
    }
}
