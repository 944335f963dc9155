package io.github.restartoracle.benchmarks.mail;

import io.github.restartoracle.benchmarks.lab.node.Sink;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/**
 * One-way calls of a CXF client, each of which returns when the server has accepted its mail, compared with mails that are made
 * and sent over one connection.
 */
final class MailSending implements AutoCloseable {
    private final ContestMailServer office;
    private final Bus bus;
    private final Sink client;
    private final Session session;
    /** The connection of the bare loop, which has only one. */
    private final Transport connection;

    MailSending(ContestMailServer office, Path spool) throws MessagingException {
        this.office = office;
        this.bus = office.bus(ContestMailServer.CLIENT, spool);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Sink.class);
        factory.setAddress("mailto:" + ContestMailServer.SERVICE);
        this.client = (Sink) factory.create();
        Properties properties = new Properties();
        properties.put("mail.smtp.host", office.mailbox().host());
        properties.put("mail.smtp.port", Integer.toString(office.mailbox().smtpPort()));
        properties.put("mail.smtp.localhost", "client.test");
        this.session = Session.getInstance(properties);
        this.connection = session.getTransport("smtp");
        connection.connect();
    }

    double[] bare() throws Exception {
        long startNanos = System.nanoTime();
        for (int i = 0; i < ContestMailServer.MAILS; i++) {
            MimeMessage mail = office.mail(session);
            connection.sendMessage(mail, mail.getAllRecipients());
        }
        return office.rate(startNanos, ContestMailServer.MAILS);
    }

    double[] transport() throws Exception {
        long startNanos = System.nanoTime();
        for (int i = 0; i < ContestMailServer.MAILS; i++) {
            client.put(ContestMailServer.NOTE);
        }
        return office.rate(startNanos, ContestMailServer.MAILS);
    }

    @Override
    public void close() throws MessagingException {
        connection.close();
        bus.shutdown(true);
    }
}
