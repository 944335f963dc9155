package io.github.restartoracle.benchmarks.mail;

import io.github.restartoracle.benchmarks.lab.node.Sink;
import io.github.restartoracle.harness.testbed.Mailbox;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.Session;
import jakarta.mail.Store;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * A CXF service that is started when the mailbox is full, until it is empty, compared with mails that are read and deleted in
 * one session.
 */
final class Receiving implements AutoCloseable {
    private static final long LOOK_EVERY_NANOS = 1_000_000;

    private final ContestMailServer office;
    private final Bus bus;
    private final Server server;
    private final AtomicInteger received = new AtomicInteger();

    Receiving(ContestMailServer office, Path spool) {
        this.office = office;
        this.bus = office.bus(ContestMailServer.SERVICE, spool);
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress("mailto:" + ContestMailServer.SERVICE);
        factory.setServiceClass(Sink.class);
        factory.setServiceBean((Sink) note -> received.incrementAndGet());
        factory.setStart(false);
        this.server = factory.create();
    }

    double[] bare() throws Exception {
        office.fill();
        Properties properties = new Properties();
        properties.put("mail.pop3.socketFactory", new QuickSockets());
        long startNanos = System.nanoTime();
        try (Store store = Session.getInstance(properties).getStore("pop3")) {
            Mailbox own = office.mailbox();
            store.connect(own.host(), own.pop3Port(), own.user(), own.password());
            Folder folder = store.getFolder("INBOX");
            folder.open(Folder.READ_WRITE);
            for (Message message : folder.getMessages()) {
                message.writeTo(OutputStream.nullOutputStream());
                message.setFlag(Flags.Flag.DELETED, true);
            }
            folder.close(true);
        }
        return office.rate(startNanos, 0);
    }

    double[] transport() throws Exception {
        office.fill();
        received.set(0);
        long startNanos = System.nanoTime();
        server.start();
        try {
            while (office.waiting() > 0) {
                LockSupport.parkNanos(LOOK_EVERY_NANOS);
            }
            double[] rate = office.rate(startNanos, 0);
            if (received.get() != ContestMailServer.MAILS) {
                throw new IllegalStateException(received.get() + " messages were delivered");
            }
            return rate;
        } finally {
            server.stop();
        }
    }

    @Override
    public void close() {
        server.destroy();
        bus.shutdown(true);
    }
}
