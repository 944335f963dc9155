package io.github.restartoracle.benchmarks.mail;

import com.icegreen.greenmail.store.FolderException;
import io.github.restartoracle.benchmarks.lab.node.MailWire;
import io.github.restartoracle.benchmarks.lab.testbed.LocalMailServer;
import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.mail.account.MailAccounts;
import io.github.restartoracle.settings.Settings;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;

/** A mail server with the account of a service, and the access of both sides of a contest to it. */
final class ContestMailServer implements AutoCloseable {
    /** The number of mails in a block. */
    static final int MAILS = 500;

    static final String SERVICE = "notes@service.test";
    static final String CLIENT = "client@client.test";
    static final String NOTE = "a note of some length ".repeat(10);

    private static final String ENVELOPE = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soap:Body><ns2:put xmlns:ns2=\"urn:io.github.restartoracle:experiment\"><text>" + NOTE
            + "</text></ns2:put></soap:Body></soap:Envelope>";

    private final LocalMailServer server = new LocalMailServer("127.0.0.1", SERVICE);
    private final Session session = Session.getInstance(new Properties());

    /** {@return the account of the service} */
    Mailbox mailbox() {
        return server.mailbox();
    }

    /** Returns a SOAP message in the form in which the bare loop sends it, without encryption. */
    MimeMessage mail(Session of) throws Exception {
        MimeMessage mail = new MimeMessage(of);
        mail.setFrom(CLIENT);
        mail.setRecipients(MimeMessage.RecipientType.TO, SERVICE);
        mail.setSubject("SOAP");
        mail.setHeader("SOAPAction", "\"\"");
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
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(("Return-Path: <" + CLIENT + ">\r\n").getBytes(StandardCharsets.US_ASCII));
            one.writeTo(bytes);
            server.server()
                    .getUserManager()
                    .getUserByEmail(SERVICE)
                    .deliver(new MimeMessage(session, new ByteArrayInputStream(bytes.toByteArray())));
        }
    }

    int waiting() {
        return server.waiting();
    }

    /** Ends a block after which so many mails must wait: empties all mailboxes, and returns mails per second. */
    double[] rate(long startNanos, int expected) throws FolderException {
        double rate = MAILS * 1e9 / (System.nanoTime() - startNanos);
        if (waiting() != expected) {
            throw new IllegalStateException(waiting() + " mails wait, not " + expected);
        }
        server.server().purgeEmailFromAllMailboxes();
        return new double[] {rate};
    }

    /** Returns a bus whose account has this address. All settings that affect rates have their defaults. */
    Bus bus(String address, Path spool) {
        Mailbox own = new Mailbox(
                address,
                address,
                mailbox().password(),
                mailbox().host(),
                mailbox().smtpPort(),
                mailbox().pop3Port());
        Bus bus = new CXFBusFactory().createBus();
        bus.setExtension(MailAccounts.from(Settings.of(MailWire.account(own, spool))), MailAccounts.class);
        return bus;
    }

    @Override
    public void close() {
        server.close();
    }
}
