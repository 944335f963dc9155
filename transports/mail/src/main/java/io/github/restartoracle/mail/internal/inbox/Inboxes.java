package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.wire.Watchdog;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.BusShutdown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.management.JMException;
import org.apache.cxf.Bus;
import org.apache.cxf.management.InstrumentationManager;
import org.slf4j.Logger;

/**
 * The mailboxes that a bus polls. Each is polled as long as it has a receiver, or until the bus ends if responses come to it.
 * Thread-safe.
 */
public final class Inboxes {
    private static final Logger LOG = Logs.of(Inboxes.class);

    private final Bus bus;
    private final Map<String, Polled> polled = new HashMap<>();
    /** The keys of mailboxes that are polled even without a receiver. */
    private final Set<String> kept = new HashSet<>();

    private final List<Consumer<InboxView>> watchers = new ArrayList<>();
    private final Watchdog watchdog = new Watchdog("mail-inbox-watchdog");

    private record Polled(Inbox inbox, InboxView view) {}

    private Inboxes(Bus bus) {
        this.bus = bus;
    }

    /**
     * Returns the mailboxes of a bus.
     *
     * @return the same at each call
     */
    public static Inboxes of(Bus bus) {
        synchronized (bus) {
            Inboxes present = bus.getExtension(Inboxes.class);
            if (present == null) {
                present = new Inboxes(bus);
                bus.setExtension(present, Inboxes.class);
                // CXF does not stop a client's own endpoint for responses.
                BusShutdown.register(bus, present::close);
            }
            return present;
        }
    }

    private void close() {
        List<Polled> left;
        synchronized (this) {
            left = List.copyOf(polled.values());
            polled.clear();
            kept.clear();
        }
        for (Polled inbox : left) {
            inbox.inbox.close();
            unregister(inbox.view);
        }
        watchdog.close();
    }

    /**
     * Begins to receive. The first receiver of a mailbox starts its poller, with the limits and policy of its account.
     *
     * @param account an account with a POP3 mailbox
     * @param address the address whose mails are wanted
     * @throws IOException if the spool cannot be used
     * @throws IllegalStateException if the mails to this address are received already
     */
    public synchronized void join(MailAccount account, MailAddress address, MailReceiver receiver) throws IOException {
        Polled present = polled.get(Inbox.key(account));
        if (present != null) {
            present.inbox.recipients().add(address, receiver);
        } else {
            Inbox inbox = inbox(account);
            inbox.recipients().add(address, receiver);
            start(account, inbox);
        }
    }

    /**
     * Polls a mailbox until the bus is shut down, because responses come to it, late ones and returned mails too. Mails for an
     * address without a receiver wait in the spool.
     *
     * @param account an account with a POP3 mailbox
     * @return false if the calling thread is the one that polls it, so that it could not receive a mail while it waits
     * @throws IOException if the spool cannot be used
     */
    public synchronized boolean poll(MailAccount account) throws IOException {
        String key = Inbox.key(account);
        Polled present = polled.get(key);
        if (present == null) {
            start(account, inbox(account));
        }
        kept.add(key);
        return present == null || !present.inbox.isHere();
    }

    /**
     * Passes the views of the polled mailboxes to a watcher, and from now on each mailbox whose polling begins or begins again.
     *
     * @param watcher is given their views; must not call back
     */
    public synchronized void watch(Consumer<InboxView> watcher) {
        watchers.add(watcher);
        polled.values().forEach(present -> watcher.accept(present.view));
    }

    private Inbox inbox(MailAccount account) throws IOException {
        return new Inbox(
                account,
                inReplyTo -> extension(SentRequests.class, ignored -> null).find(inReplyTo),
                report -> extension(ReportListener.class, ignored -> false).reported(report),
                extension(Steps.class, Steps.NONE),
                watchdog);
    }

    private void start(MailAccount account, Inbox inbox) {
        InboxView view = new InboxView(bus, account.name(), inbox);
        polled.put(Inbox.key(account), new Polled(inbox, view));
        register(view);
        watchers.forEach(watcher -> watcher.accept(view));
        inbox.start();
    }

    private <T> T extension(Class<T> type, T otherwise) {
        T present = bus.getExtension(type);
        return present == null ? otherwise : present;
    }

    /** Removes a receiver. The last receiver of a mailbox stops its poller, unless responses come to it. */
    public void leave(MailAccount account, MailAddress address) {
        Polled left = null;
        synchronized (this) {
            String key = Inbox.key(account);
            Polled present = polled.get(key);
            if (present != null && present.inbox.recipients().remove(address) && !kept.contains(key)) {
                left = present;
                polled.remove(key);
            }
        }
        // Outside the lock: a delivery that is awaited may itself join or leave.
        if (left != null) {
            left.inbox.close();
            unregister(left.view);
        }
    }

    /** Returns the mailboxes that are polled now. */
    synchronized List<Inbox> open() {
        return polled.values().stream().map(Polled::inbox).toList();
    }

    private void register(InboxView view) {
        InstrumentationManager instrumentation = bus.getExtension(InstrumentationManager.class);
        if (instrumentation != null) {
            try {
                instrumentation.register(view);
            } catch (JMException e) {
                LOG.warn("Could not register a mailbox with JMX", e);
            }
        }
    }

    private void unregister(InboxView view) {
        InstrumentationManager instrumentation = bus.getExtension(InstrumentationManager.class);
        if (instrumentation != null) {
            try {
                instrumentation.unregister(view);
            } catch (JMException e) {
                LOG.debug("Could not remove a mailbox from JMX", e);
            }
        }
    }
}
