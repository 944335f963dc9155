package io.github.restartoracle.benchmarks.mail;

import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.mail.account.MailAccounts;
import io.github.restartoracle.settings.Settings;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;

/** A GreenMail with the account of a service, and the access of both sides of a contest to it. */
final class ContestMailServer implements AutoCloseable {
    /** The number of mails in a block. */
    static final int MAILS = 500;

    static final String HOST = "127.0.0.1";
    static final String SERVICE = "notes@service.test";
    static final String CLIENT = "client@client.test";
    static final String PASSWORD = "no-secret";
    static final String NOTE = "a note of some length ".repeat(10);

    private static final String ENVELOPE = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soap:Body><ns2:put xmlns:ns2=\"urn:notes\"><arg0>" + NOTE
            + "</arg0></ns2:put></soap:Body></soap:Envelope>";

    private final GreenMail server = new GreenMail(new ServerSetup[] {
        new ServerSetup(0, HOST, ServerSetup.PROTOCOL_SMTP), new ServerSetup(0, HOST, ServerSetup.PROTOCOL_POP3)
    });
    private final GreenMailUser user;
    private final Session session = Session.getInstance(new Properties());

    ContestMailServer() {
        server.start();
        user = server.setUser(SERVICE, SERVICE, PASSWORD);
    }

    int smtpPort() {
        return server.getSmtp().getPort();
    }

    int pop3Port() {
        return server.getPop3().getPort();
    }

    /** Returns a SOAP message in the form in which the bare loop sends it, without encryption. */
    MimeMessage mail(Session of) throws Exception {
        MimeMessage mail = new MimeMessage(of);
        mail.setFrom(CLIENT);
        mail.setRecipients(MimeMessage.RecipientType.TO, SERVICE);
        mail.setSubject("SOAP");
        mail.setHeader("SOAPAction", "\"urn:notes:put\"");
        mail.setContent(ENVELOPE, "text/xml; charset=UTF-8");
        mail.saveChanges();
        return mail;
    }

    /** Fills the mailbox of the service with the SOAP messages of a block. */
    void fill() throws Exception {
        MimeMessage one = mail(session);
        for (int i = 0; i < MAILS; i++) {
            // The transport would filter out copies of one mail.
            one.setHeader("Message-ID", "<" + System.nanoTime() + "." + i + "@client.test>");
            byte[] head = ("Return-Path: <" + CLIENT + ">\r\n").getBytes(StandardCharsets.US_ASCII);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(head);
            one.writeTo(bytes);
            user.deliver(new MimeMessage(session, new ByteArrayInputStream(bytes.toByteArray())));
        }
    }

    int waiting() {
        try {
            return server.getManagers().getImapHostManager().getInbox(user).getMessageCount();
        } catch (FolderException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends a block after which so many mails must wait: empties all mailboxes, and returns mails per second. */
    double rate(long startNanos, int expected) throws FolderException {
        double rate = MAILS * 1e9 / (System.nanoTime() - startNanos);
        if (waiting() != expected) {
            throw new IllegalStateException(waiting() + " mails wait, not " + expected);
        }
        server.purgeEmailFromAllMailboxes();
        return rate;
    }

    /** Returns a bus whose account has this address. All settings that affect rates have their defaults. */
    Bus bus(String address, Path spool) {
        Bus bus = new CXFBusFactory().createBus();
        Settings settings = Settings.of(Map.ofEntries(
                Map.entry("mail.address", address),
                Map.entry("mail.spool-directory", spool.toString()),
                Map.entry("mail.smtp.host", HOST),
                Map.entry("mail.smtp.port", Integer.toString(smtpPort())),
                Map.entry("mail.smtp.tls", "none"),
                Map.entry("mail.pop3.host", HOST),
                Map.entry("mail.pop3.port", Integer.toString(pop3Port())),
                Map.entry("mail.pop3.tls", "none"),
                Map.entry("mail.pop3.user", address),
                Map.entry("mail.pop3.password", PASSWORD),
                Map.entry("mail.pop3.plaintext-login", "true")));
        bus.setExtension(MailAccounts.from(settings), MailAccounts.class);
        return bus;
    }

    @Override
    public void close() {
        server.stop();
    }
}
