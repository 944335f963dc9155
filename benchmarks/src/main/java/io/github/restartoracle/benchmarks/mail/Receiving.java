package io.github.restartoracle.benchmarks.mail;

import jakarta.jws.WebService;
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
    private final Bean bean = new Bean();

    /** Counts the notes. */
    @WebService(
            endpointInterface = "io.github.restartoracle.benchmarks.mail.Notes",
            serviceName = "NotesService",
            portName = "NotesPort",
            targetNamespace = "urn:notes")
    public static final class Bean implements Notes {
        private final AtomicInteger count = new AtomicInteger();

        /** Creates it with a count of 0. */
        public Bean() {}

        @Override
        public void put(String text) {
            count.incrementAndGet();
        }
    }

    Receiving(ContestMailServer office, Path spool) {
        this.office = office;
        this.bus = office.bus(ContestMailServer.SERVICE, spool);
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress("mailto:" + ContestMailServer.SERVICE);
        factory.setServiceBean(bean);
        factory.setStart(false);
        this.server = factory.create();
    }

    double bare() throws Exception {
        office.fill();
        Properties properties = new Properties();
        properties.put("mail.pop3.socketFactory", new QuickSockets());
        long startNanos = System.nanoTime();
        try (Store store = Session.getInstance(properties).getStore("pop3")) {
            store.connect(
                    ContestMailServer.HOST, office.pop3Port(), ContestMailServer.SERVICE, ContestMailServer.PASSWORD);
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

    double transport() throws Exception {
        office.fill();
        bean.count.set(0);
        long startNanos = System.nanoTime();
        server.start();
        try {
            while (office.waiting() > 0) {
                LockSupport.parkNanos(LOOK_EVERY_NANOS);
            }
            double rate = office.rate(startNanos, 0);
            if (bean.count.get() != ContestMailServer.MAILS) {
                throw new IllegalStateException(bean.count.get() + " messages were delivered");
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
