package io.github.restartoracle.benchmarks.lab.testbed;

import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.store.MailFolder;
import jakarta.mail.Address;
import jakarta.mail.Flags;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.net.InetSocketAddress;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sending half of a mail server, which GreenMail lacks. It takes mails that arrive for a recipient elsewhere and sends them
 * to the other server, each mail over a separate connection and twenty at a time as Postfix does. A mail whose connection fails
 * is tried again after an interval. Unlike Postfix, it never gives up and suspends no destination. Thread-safe.
 */
final class ForwardingQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ForwardingQueue.class);
    private static final int CONNECTIONS = 20;
    private static final long LOOK_EVERY_MILLIS = 50;
    private static final String PATIENCE_MILLIS = "10000";

    /** The time after which a mail is tried again. The paper's interval of minutes is too long for a demonstration. */
    private static final int INTERVAL_SECONDS = 10;

    private final LocalMailServer server;
    private final String recipient;
    private final Session session;
    private final AtomicInteger taken = new AtomicInteger();
    /** Discards the mails that are deferred after it is closed. */
    private final ScheduledExecutorService timer =
            new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());

    private final ExecutorService senders = Executors.newFixedThreadPool(CONNECTIONS);

    /**
     * Starts forwarding.
     *
     * @param server the server at which mails arrive
     * @param recipient the recipient whose mails are forwarded
     * @param next the SMTP server to which they are sent
     */
    ForwardingQueue(LocalMailServer server, String recipient, InetSocketAddress next) {
        this.server = server;
        this.recipient = recipient;
        server.server().setUser(recipient, recipient, "forwarded");
        Properties properties = new Properties();
        properties.setProperty("mail.smtp.host", next.getHostString());
        properties.setProperty("mail.smtp.port", Integer.toString(next.getPort()));
        properties.setProperty("mail.smtp.localhost", "forwarder.test");
        properties.setProperty("mail.smtp.connectiontimeout", PATIENCE_MILLIS);
        properties.setProperty("mail.smtp.timeout", PATIENCE_MILLIS);
        session = Session.getInstance(properties);
        Future<?> unused = timer.scheduleWithFixedDelay(this::take, 0, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Returns the number of mails that have arrived here and not at the other server. */
    int length() {
        return server.inbox(recipient).getMessageCount() + taken.get();
    }

    private void take() {
        MailFolder inbox = server.inbox(recipient);
        try {
            for (long uid : inbox.getMessageUids()) {
                MimeMessage mail = inbox.getMessage(uid).getMimeMessage();
                taken.incrementAndGet();
                inbox.setFlags(new Flags(Flags.Flag.DELETED), true, uid, null, false);
                send(mail);
            }
            inbox.expunge();
        } catch (FolderException | RuntimeException e) {
            LOG.warn("mails for {} stay where they are for now", recipient, e);
        }
    }

    private void send(MimeMessage mail) {
        senders.execute(() -> {
            try (Transport transport = session.getTransport("smtp")) {
                transport.connect();
                transport.sendMessage(mail, new Address[] {new InternetAddress(recipient)});
                taken.decrementAndGet();
            } catch (MessagingException notNow) {
                LOG.debug("deferred: {}", notNow.getMessage());
                Future<?> unused = timer.schedule(() -> send(mail), INTERVAL_SECONDS, TimeUnit.SECONDS);
            }
        });
    }

    @Override
    public void close() {
        timer.shutdownNow();
        senders.shutdownNow();
    }
}
