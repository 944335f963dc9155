package io.github.restartoracle.benchmarks.lab.testbed;

import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.store.MailFolder;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.harness.testbed.Mailbox;
import java.nio.file.Path;
import java.util.Map;

/** A GreenMail with the account of one end. Thread-safe. */
public final class LocalMailServer implements AutoCloseable {
    private static final String PASSWORD = "no-secret";

    private final GreenMail server;
    private final Mailbox mailbox;

    /**
     * Starts the server.
     *
     * @param host the address on which it listens
     * @param address the mail address of the account
     */
    public LocalMailServer(String host, String address) {
        server = new GreenMail(new ServerSetup[] {
            new ServerSetup(0, host, ServerSetup.PROTOCOL_SMTP), new ServerSetup(0, host, ServerSetup.PROTOCOL_POP3)
        });
        server.start();
        server.setUser(address, address, PASSWORD);
        mailbox = new Mailbox(
                address,
                address,
                PASSWORD,
                "127.0.0.1",
                server.getSmtp().getPort(),
                server.getPop3().getPort());
    }

    /** {@return the server, for further accounts} */
    public GreenMail server() {
        return server;
    }

    /** {@return the account} */
    public Mailbox mailbox() {
        return mailbox;
    }

    /** Returns the mails of an account that have arrived and were not fetched. */
    MailFolder inbox(String address) {
        try {
            return server.getManagers()
                    .getImapHostManager()
                    .getInbox(server.getUserManager().getUserByEmail(address));
        } catch (FolderException e) {
            throw new IllegalStateException("no mailbox " + address, e);
        }
    }

    /** {@return the number of mails that wait in the folder of the account} */
    public int waiting() {
        return inbox(mailbox.address()).getMessageCount();
    }

    /**
     * Returns the settings of the mail transport for an account, without encryption.
     *
     * @param own the account
     * @param spool the directory that keeps mails until they are processed
     * @return names without the prefix {@code restart-oracle.}, and values as text
     */
    public static Map<String, String> settings(Mailbox own, Path spool) {
        return Map.ofEntries(
                Map.entry("mail.address", own.address()),
                Map.entry("mail.spool-directory", spool.toString()),
                Map.entry("mail.smtp.host", own.host()),
                Map.entry("mail.smtp.port", Integer.toString(own.smtpPort())),
                Map.entry("mail.smtp.tls", "none"),
                Map.entry("mail.pop3.host", own.host()),
                Map.entry("mail.pop3.port", Integer.toString(own.pop3Port())),
                Map.entry("mail.pop3.tls", "none"),
                Map.entry("mail.pop3.user", own.user()),
                Map.entry("mail.pop3.password", own.password()),
                Map.entry("mail.pop3.plaintext-login", "true"));
    }

    @Override
    public void close() {
        server.stop();
    }
}
