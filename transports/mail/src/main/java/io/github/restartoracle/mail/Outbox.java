package io.github.restartoracle.mail;

import io.github.restartoracle.mail.account.MailAccount;
import io.github.restartoracle.mail.account.MailAccounts;
import io.github.restartoracle.mail.account.SmtpRelay;
import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.mail.inbox.ReportListener;
import io.github.restartoracle.mail.inbox.SentRequests;
import io.github.restartoracle.mail.mime.MailComposer;
import io.github.restartoracle.mail.mime.OutgoingMail;
import io.github.restartoracle.mail.mime.UnsendableMailException;
import io.github.restartoracle.mail.smtp.MailRelay;
import io.github.restartoracle.mail.smtp.Progress;
import io.github.restartoracle.mail.smtp.SentMailListener;
import io.github.restartoracle.mail.smtp.SmtpException;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.buslifecycle.BusLifeCycleListener;
import org.apache.cxf.buslifecycle.BusLifeCycleManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the mails of a bus: makes them and hands them to the relay of their account. What belongs to an attempt waits in a
 * queue of its account, with as many threads as the relay has connections; anything else is sent in the caller's thread.
 * Thread-safe.
 */
final class Outbox implements BusLifeCycleListener {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    private final Bus bus;
    private final MailAccounts accounts;
    /** By the name of the account. */
    private final Map<String, Counter> counters = new HashMap<>();

    private final AwaitedResponses responses;
    private final SentMails sent = new SentMails();
    private boolean closed;

    private Outbox(Bus bus) {
        this.bus = bus;
        accounts = MailAccounts.of(bus);
        responses = new AwaitedResponses(bus);
    }

    static Outbox of(Bus bus) {
        synchronized (bus) {
            Outbox present = bus.getExtension(Outbox.class);
            if (present == null) {
                present = new Outbox(bus);
                bus.setExtension(present, Outbox.class);
                bus.setExtension(present.sent, ReportListener.class);
                bus.setExtension(present.responses, SentRequests.class);
                BusLifeCycleManager lifeCycle = bus.getExtension(BusLifeCycleManager.class);
                if (lifeCycle != null) {
                    lifeCycle.registerLifeCycleListener(present);
                }
            }
            return present;
        }
    }

    MailAccounts accounts() {
        return accounts;
    }

    /**
     * Sends a letter. One without an attempt is with the relay when this returns; one with an attempt is on its way, and
     * the attempt tells how it gets on.
     *
     * @throws SmtpException if it cannot be sent, or was not, or may not have been
     */
    void send(Letter letter) throws IOException {
        Counter counter = counter(letter.account());
        Attempt attempt = letter.attempt();
        // The queue takes an attempt that is still being prepared when sending returns for sent.
        if (attempt != null && !attempt.advance(Phase.CONNECTING)) {
            return;
        }
        TwoWayCall call = letter.call();
        if (call != null) {
            responses.poll(letter.account(), call);
        }
        OutgoingMail mail = compose(letter, counter);
        MailAddress bounce = bounceAddress(letter.account(), counter.relay);
        sent.sending(mail.envelopeId(), attempt, call);
        if (call != null) {
            responses.await(mail.envelopeId(), call);
        }
        if (attempt == null) {
            try (mail) {
                relay(letter.account(), counter, mail, bounce, Progress.NONE);
            }
            return;
        }
        try {
            counter.clerks.execute(() -> sendAttempt(letter.account(), counter, mail, bounce, attempt));
        } catch (RejectedExecutionException closing) {
            mail.close();
            throw SmtpException.notNow("the bus is shut down", closing);
        }
    }

    private static OutgoingMail compose(Letter letter, Counter counter) throws IOException {
        try {
            return counter.composer.compose(letter.envelope(), letter.payload());
        } catch (UnsendableMailException unsendable) {
            throw SmtpException.unsendable(String.valueOf(unsendable.getMessage()), unsendable);
        }
    }

    private static MailAddress bounceAddress(MailAccount account, SmtpRelay relay) {
        MailAddress chosen = relay.bounceAddress();
        return chosen == null ? account.address() : chosen;
    }

    private void relay(MailAccount account, Counter counter, OutgoingMail mail, MailAddress bounce, Progress progress)
            throws SmtpException {
        SentMailListener present = bus.getExtension(SentMailListener.class);
        SentMailListener listener = present == null ? SentMailListener.NONE : present;
        try {
            counter.connections.send(mail, bounce, progress);
        } catch (SmtpException failure) {
            listener.sent(account.name(), failure.outcome());
            throw failure;
        }
        listener.sent(account.name(), null);
    }

    private void sendAttempt(
            MailAccount account, Counter counter, OutgoingMail mail, MailAddress bounce, Attempt attempt) {
        try (mail) {
            if (attempt.phase().ended()) {
                return;
            }
            relay(account, counter, mail, bounce, new AttemptProgress(attempt));
            attempt.advance(Phase.ANSWERED);
        } catch (IOException | RuntimeException | Error failure) {
            if (!attempt.phase().ended()) {
                LOG.warn("Transmission {} was not mailed: {}", attempt.number(), failure.toString());
            }
            attempt.fail(failure);
        }
    }

    private synchronized Counter counter(MailAccount account) throws SmtpException {
        SmtpRelay relay = account.smtp();
        if (closed) {
            throw SmtpException.notNow("the bus is shut down", null);
        }
        if (relay == null) {
            throw SmtpException.unsendable("account " + account.name() + " has no smtp.host", null);
        }
        return counters.computeIfAbsent(account.name(), name -> new Counter(account, relay));
    }

    @Override
    public void initComplete() {
        // connections are opened when a mail needs one
    }

    @Override
    public void preShutdown() {
        // what is under way may still arrive
    }

    @Override
    public synchronized void postShutdown() {
        closed = true;
        counters.values().forEach(Counter::close);
        counters.clear();
    }

    /** Where the mails of one account go out. */
    private static final class Counter {
        private static final AtomicInteger CLERK = new AtomicInteger();

        private final SmtpRelay relay;
        private final MailComposer composer;
        private final MailRelay connections;
        private final ThreadPoolExecutor clerks;

        Counter(MailAccount account, SmtpRelay relay) {
            this.relay = relay;
            composer =
                    new MailComposer(relay.quotedPrintable(), account.limits().mailBytes(), Clock.systemUTC());
            connections = new MailRelay(relay, NanoClock.system());
            clerks = new ThreadPoolExecutor(
                    relay.connections(),
                    relay.connections(),
                    10,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    task -> {
                        Thread thread = new Thread(task, "restart-oracle-mail-" + CLERK.incrementAndGet());
                        thread.setDaemon(true);
                        return thread;
                    });
            clerks.allowCoreThreadTimeOut(true);
        }

        void close() {
            clerks.shutdownNow();
            connections.close();
        }
    }

    /** Tells the attempt its phases; only with the body can the destination receive anything. */
    private record AttemptProgress(Attempt attempt) implements Progress {
        @Override
        public boolean connecting(Runnable abort) {
            attempt.onAbandon(abort);
            return attempt.advance(Phase.CONNECTING);
        }

        @Override
        public boolean writing() {
            return attempt.advance(Phase.CONNECTED);
        }

        @Override
        public boolean written() {
            return attempt.advance(Phase.WRITTEN);
        }
    }
}
