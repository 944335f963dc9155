package io.github.restartoracle.harness.testbed;

import java.util.List;
import java.util.Map;

/**
 * A mail server for tests of a mail client: Postfix and Dovecot (POP3) in a container. It has no route to other servers, unless
 * it was started as one of a pair: mail for another domain comes back as undeliverable, mail for an unknown account of its own
 * is refused. UIDLs stay the same as long as the server is not closed.
 *
 * <p>Thread-safe. Calls take up to some seconds.
 */
public final class MailServerContainer implements AutoCloseable {
    private final String domain;
    private final List<String> users;
    private final MailContainer server;

    private MailServerContainer(
            String domain, List<String> users, Map<String, String> routes, MailServerSettings settings) {
        this.domain = domain;
        this.users = users;
        this.server = new MailContainer(domain, users, routes, settings);
    }

    /**
     * Starts a server with the paper's settings.
     *
     * @param domain the domain of all its accounts, such as {@code example.test}
     * @param users the names of the accounts, the part before the at sign
     * @return the server, which answers on both ports
     * @throws IllegalStateException if there is no Docker engine, or the image is missing and cannot be built
     */
    public static MailServerContainer start(String domain, String... users) {
        return start(MailServerSettings.ofPaper(), domain, users);
    }

    /**
     * Starts a server.
     *
     * @param settings the settings of its queue and its limits
     * @param domain the domain of all its accounts
     * @param users the names of the accounts, the part before the at sign
     * @return the server, which answers on both ports
     * @throws IllegalStateException as {@link #start(String, String...)}
     */
    public static MailServerContainer start(MailServerSettings settings, String domain, String... users) {
        Leftovers.remove();
        TestbedImages.require();
        return started(new MailServerContainer(domain, List.of(users), Map.of(), settings));
    }

    /**
     * Starts two servers that forward mails for each other's domain, each with one account.
     *
     * @param settings the settings of both
     * @param user the name of both accounts
     * @param domain the domain of the first
     * @param otherDomain the domain of the second, which must be another one
     * @return the two, in this order, which answer on both ports; to be closed one by one
     * @throws IllegalStateException as {@link #start(String, String...)}
     */
    public static List<MailServerContainer> startPair(
            MailServerSettings settings, String user, String domain, String otherDomain) {
        Leftovers.remove();
        TestbedImages.require();
        MailServerContainer one = new MailServerContainer(domain, List.of(user), route(otherDomain), settings);
        MailServerContainer other = new MailServerContainer(otherDomain, List.of(user), route(domain), settings);
        try {
            started(one);
            started(other);
            one.server.peer(MailContainer.host(otherDomain), other.server.address());
            other.server.peer(MailContainer.host(domain), one.server.address());
            return List.of(one, other);
        } catch (RuntimeException failed) {
            one.close();
            other.close();
            throw failed;
        }
    }

    private static Map<String, String> route(String domain) {
        return Map.of(domain, MailContainer.host(domain));
    }

    private static MailServerContainer started(MailServerContainer mail) {
        mail.server
                .labelled(Owner.current().labels())
                .container()
                .withExposedPorts(MailContainer.SMTP_PORT, MailContainer.POP3_PORT);
        mail.server.start();
        return mail;
    }

    /**
     * Returns the host to connect to.
     *
     * @return a name or an address
     */
    public String host() {
        return server.container().getHost();
    }

    /**
     * Returns the port of SMTP on {@link #host()}. It stays the same when the server is stopped and restarted.
     *
     * @return the port
     */
    public int smtpPort() {
        return server.container().getMappedPort(MailContainer.SMTP_PORT);
    }

    /**
     * Returns the port of POP3 on {@link #host()}. It stays the same when the server is stopped and restarted.
     *
     * @return the port
     */
    public int pop3Port() {
        return server.container().getMappedPort(MailContainer.POP3_PORT);
    }

    /**
     * Returns an account.
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

    /** Stops both services; queue and mailboxes stay. New connections are refused, or closed without a greeting. */
    public void stop() {
        server.stopServices();
    }

    /** Stops both services if they run, and starts them; returns when both answer again. */
    public void restart() {
        server.stopServices();
        server.startServices();
    }

    /**
     * Stops one service; queue and mailboxes stay. New connections to it are refused, or closed without a greeting.
     *
     * @param service the service
     */
    public void stop(MailService service) {
        server.stop(service);
    }

    /**
     * Starts a service that was stopped; returns when it greets.
     *
     * @param service the service
     */
    public void start(MailService service) {
        server.start(service);
    }

    /**
     * Returns the number of mails that were accepted and are not yet delivered.
     *
     * @return 0 or more
     */
    public int queueLength() {
        return server.queueLength();
    }

    /**
     * Returns the mails that were accepted and are not yet delivered, for display.
     *
     * @return Postfix's list of the queue, with the reason why each mail is still in it
     */
    public String queue() {
        return server.queue();
    }

    /**
     * Tries all mails of the queue now, even those that are to wait longer. If Postfix finds a mail due while it still records
     * the deferral of that mail, it sets the mail aside for a minute, and then until another mail comes or five minutes have
     * passed. The intervals of the queue do not change this.
     */
    public void flush() {
        server.flush();
    }

    /**
     * Returns the number of mails in the mailboxes.
     *
     * @return 0 or more
     */
    public int mailboxLength() {
        return server.mailboxLength();
    }

    @Override
    public void close() {
        server.close();
    }
}
