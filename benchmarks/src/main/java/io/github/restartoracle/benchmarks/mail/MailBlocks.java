package io.github.restartoracle.benchmarks.mail;

import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.user.GreenMailUser;
import io.github.restartoracle.benchmarks.lab.testbed.LocalMailServer;
import io.github.restartoracle.benchmarks.lab.testbed.Sink;
import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.settings.Settings;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * Blocks of {@value #MAILS} mails over one GreenMail, by the mail transport of CXF and by bare loops of Jakarta Mail. Each
 * method runs one block, and returns mails per second.
 */
final class MailBlocks implements AutoCloseable {
    private static final int MAILS = 500;
    private static final long LOOK_EVERY_NANOS = 1_000_000;
    private static final String HOST = "127.0.0.1";
    private static final String SERVICE = "notes@service.test";
    private static final String CLIENT = "client@client.test";
    private static final String NOTE = "a note of some length ".repeat(10);
    private static final String ENVELOPE = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soap:Body><ns2:put xmlns:ns2=\"urn:io.github.restartoracle:experiment\"><text>" + NOTE
            + "</text></ns2:put></soap:Body></soap:Envelope>";

    private final LocalMailServer server = new LocalMailServer(HOST, SERVICE);
    private final Mailbox own = server.mailbox();
    private final Session session;

    /** The connection of the bare loop that sends, which has only one. */
    private final Transport connection;

    private final Sink client;
    private final Server service;
    private final AtomicInteger received = new AtomicInteger();
    private final List<Bus> buses = new ArrayList<>();

    /** Creates the client, and the service, which is not started. */
    MailBlocks(Path spool) throws MessagingException {
        Properties properties = new Properties();
        properties.put("mail.smtp.host", HOST);
        properties.put("mail.smtp.port", Integer.toString(own.smtpPort()));
        properties.put("mail.smtp.localhost", "client.test");
        properties.put("mail.pop3.socketFactory", new QuickSockets());
        session = Session.getInstance(properties);
        connection = session.getTransport("smtp");
        connection.connect();
        JaxWsProxyFactoryBean clients = new JaxWsProxyFactoryBean();
        clients.setBus(bus(CLIENT, spool));
        clients.setServiceClass(Sink.class);
        clients.setAddress("mailto:" + SERVICE);
        client = (Sink) clients.create();
        JaxWsServerFactoryBean services = new JaxWsServerFactoryBean();
        services.setBus(bus(SERVICE, spool));
        services.setServiceClass(Sink.class);
        services.setServiceBean((Sink) note -> received.incrementAndGet());
        services.setAddress("mailto:" + SERVICE);
        services.setStart(false);
        service = services.create();
    }

    /** Returns a bus whose account has this address. All settings that affect rates have their defaults. */
    private Bus bus(String address, Path spool) {
        Mailbox account = new Mailbox(address, address, own.password(), HOST, own.smtpPort(), own.pop3Port());
        Bus bus = new CXFBusFactory().createBus();
        buses.add(bus);
        bus.setExtension(MailAccounts.from(Settings.of(LocalMailServer.settings(account, spool))), MailAccounts.class);
        return bus;
    }

    /** Makes mails and sends them over one connection. */
    double[] sendInBareLoop() throws Exception {
        long startNanos = System.nanoTime();
        for (int i = 0; i < MAILS; i++) {
            MimeMessage mail = mail();
            connection.sendMessage(mail, mail.getAllRecipients());
        }
        return rate(startNanos, MAILS);
    }

    /** Makes one-way calls, each of which returns when the server has accepted its mail. */
    double[] send() throws Exception {
        long startNanos = System.nanoTime();
        for (int i = 0; i < MAILS; i++) {
            client.put(NOTE);
        }
        return rate(startNanos, MAILS);
    }

    /** Reads and deletes the mails of a full mailbox in one session. */
    double[] receiveInBareLoop() throws Exception {
        fill();
        long startNanos = System.nanoTime();
        try (Store store = session.getStore("pop3")) {
            store.connect(HOST, own.pop3Port(), own.user(), own.password());
            Folder folder = store.getFolder("INBOX");
            folder.open(Folder.READ_WRITE);
            for (Message message : folder.getMessages()) {
                message.writeTo(OutputStream.nullOutputStream());
                message.setFlag(Flags.Flag.DELETED, true);
            }
            folder.close(true);
        }
        return rate(startNanos, 0);
    }

    /** Starts the service when the mailbox is full, until it is empty. */
    double[] receive() throws Exception {
        fill();
        received.set(0);
        long startNanos = System.nanoTime();
        service.start();
        try {
            while (server.waiting() > 0) {
                LockSupport.parkNanos(LOOK_EVERY_NANOS);
            }
            double[] rate = rate(startNanos, 0);
            if (received.get() != MAILS) {
                throw new IllegalStateException(received.get() + " messages were delivered");
            }
            return rate;
        } finally {
            service.stop();
        }
    }

    /** Returns a SOAP message in the form in which a client sends it, without encryption. */
    private MimeMessage mail() throws MessagingException {
        MimeMessage mail = new MimeMessage(session);
        mail.setFrom(CLIENT);
        mail.setRecipients(MimeMessage.RecipientType.TO, SERVICE);
        mail.setSubject("SOAP");
        mail.setHeader("SOAPAction", "\"\"");
        mail.setContent(ENVELOPE, "text/xml; charset=UTF-8");
        mail.saveChanges();
        return mail;
    }

    /** Fills the mailbox of the service. */
    private void fill() throws Exception {
        GreenMailUser user = server.server().getUserManager().getUserByEmail(SERVICE);
        MimeMessage one = mail();
        for (int i = 0; i < MAILS; i++) {
            // The transport would filter out copies of one mail.
            one.setHeader("Message-ID", "<" + System.nanoTime() + "." + i + "@client.test>");
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(("Return-Path: <" + CLIENT + ">\r\n").getBytes(StandardCharsets.US_ASCII));
            one.writeTo(bytes);
            user.deliver(new MimeMessage(session, new ByteArrayInputStream(bytes.toByteArray())));
        }
    }

    /** Ends a block after which so many mails must wait: empties all mailboxes, and returns mails per second. */
    private double[] rate(long startNanos, int expected) throws FolderException {
        double rate = MAILS * 1e9 / (System.nanoTime() - startNanos);
        if (server.waiting() != expected) {
            throw new IllegalStateException(server.waiting() + " mails wait, not " + expected);
        }
        server.server().purgeEmailFromAllMailboxes();
        return new double[] {rate};
    }

    @Override
    public void close() throws MessagingException {
        try {
            connection.close();
        } finally {
            buses.forEach(bus -> bus.shutdown(true));
            server.close();
        }
    }
}
