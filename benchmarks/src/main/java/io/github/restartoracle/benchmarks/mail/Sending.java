package io.github.restartoracle.benchmarks.mail;

import com.icegreen.greenmail.store.FolderException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/**
 * One-way calls of a CXF client, each of which returns when the server has taken its mail, against mails that are made and
 * sent over one connection.
 */
final class Sending implements Contest, AutoCloseable {
    private final PostOffice office;
    private final Bus bus;
    private final Notes client;

    Sending(PostOffice office, Path spool) {
        this.office = office;
        this.bus = office.bus(PostOffice.CLIENT, spool);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Notes.class);
        factory.setAddress("mailto:" + PostOffice.SERVICE);
        this.client = (Notes) factory.create();
    }

    @Override
    public String name() {
        return "sending";
    }

    @Override
    public double bare() throws Exception {
        Properties properties = new Properties();
        properties.put("mail.smtp.host", PostOffice.HOST);
        properties.put("mail.smtp.port", Integer.toString(office.smtpPort()));
        properties.put("mail.smtp.localhost", "client.test");
        Session session = Session.getInstance(properties);
        long startNanos = System.nanoTime();
        try (Transport transport = session.getTransport("smtp")) {
            transport.connect();
            for (int i = 0; i < MAILS; i++) {
                MimeMessage mail = office.mail(session);
                transport.sendMessage(mail, mail.getAllRecipients());
            }
        }
        return arrived(startNanos);
    }

    @Override
    public double transport() throws Exception {
        long startNanos = System.nanoTime();
        for (int i = 0; i < MAILS; i++) {
            client.put(PostOffice.NOTE);
        }
        return arrived(startNanos);
    }

    private double arrived(long startNanos) throws FolderException {
        long endNanos = System.nanoTime();
        if (office.waiting() != MAILS) {
            throw new IllegalStateException(office.waiting() + " mails arrived");
        }
        office.empty();
        return Contest.perSecond(startNanos, endNanos);
    }

    @Override
    public void close() {
        bus.shutdown(true);
    }
}
