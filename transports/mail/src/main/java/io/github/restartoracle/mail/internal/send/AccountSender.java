package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.SmtpRelay;
import io.github.restartoracle.mail.internal.mime.MailComposer;
import io.github.restartoracle.mail.internal.mime.OutgoingMail;
import io.github.restartoracle.mail.internal.mime.UnsendableMailException;
import io.github.restartoracle.mail.internal.smtp.MailRelay;
import io.github.restartoracle.mail.internal.smtp.SentMailListener;
import io.github.restartoracle.mail.internal.smtp.SmtpException;
import io.github.restartoracle.mail.internal.smtp.SmtpProgress;
import io.github.restartoracle.mail.internal.wire.Watchdog;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Sends the mails of one account. Mails of attempts, and mails that the peer asks for again, wait in a queue, with as many
 * threads as the relay has connections. All others are sent in the caller's thread. After some time without an answer the relay
 * is asked to run its queue, if the account wants that. Thread-safe.
 */
final class AccountSender implements AutoCloseable {
    private static final Logger LOG = Logs.of(AccountSender.class);
    private static final ThreadFactory THREADS = Daemons.named("restart-oracle-mail");
    /** The maximum number of mails in the queue that the peer asks for again if they are lost. */
    private static final int MOST_LATER = 1_000;

    private static final Duration CHECK_QUEUES_EVERY = Duration.ofSeconds(1);

    private final String name;
    private final MailAddress bounceAddress;
    private final MailComposer composer;
    private final MailRelay relay;
    private final Supplier<SentMailListener> listener;
    private final ThreadPoolExecutor executor;
    private final NanoClock clock = NanoClock.system();
    private final Watchdog timer = new Watchdog("restart-oracle-mail-etrn");
    /** Null if the relay is never asked. */
    private volatile @Nullable QueueRuns queueRuns;

    private final Semaphore laterPermits = new Semaphore(MOST_LATER);
    private boolean checking;
    private volatile boolean closed;

    AccountSender(MailAccount account, SmtpRelay relay, Supplier<SentMailListener> listener) {
        this.name = account.name();
        this.bounceAddress = relay.bounceAddress() == null ? account.address() : relay.bounceAddress();
        this.composer =
                new MailComposer(relay.quotedPrintable(), account.limits().mailBytes(), Clock.systemUTC());
        this.relay = new MailRelay(relay, clock);
        this.listener = listener;
        this.queueRuns = relay.etrn() ? new QueueRuns(relay.etrnAfter(), relay.etrnInterval()) : null;
        this.executor = new ThreadPoolExecutor(
                relay.connections(), relay.connections(), 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), THREADS);
        executor.allowCoreThreadTimeOut(true);
    }

    /** Makes a mail; the caller sends or closes it. */
    OutgoingMail compose(Submission submission) throws IOException {
        try {
            return composer.compose(submission.envelope(), submission.payload());
        } catch (UnsendableMailException unsendable) {
            throw SmtpException.unsendable(String.valueOf(unsendable.getMessage()), unsendable);
        }
    }

    /** Sends a mail and closes it. A mail with an attempt is sent later, and reports the outcome to the attempt. */
    void send(OutgoingMail mail, @Nullable Attempt attempt, @Nullable ExpectedAnswer answer) throws IOException {
        if (attempt == null) {
            try (mail) {
                relay(mail, SmtpProgress.NONE, answer);
            }
            return;
        }
        try {
            executor.execute(() -> sendAttempt(mail, attempt, answer));
        } catch (RejectedExecutionException closing) {
            mail.close();
            throw SmtpException.notNow("the bus is shut down", closing);
        }
    }

    /**
     * Sends a mail by another thread, and closes it. It is dropped if too many wait for the relay: the peer asks for it again.
     */
    void sendLater(OutgoingMail mail) throws IOException {
        if (!laterPermits.tryAcquire()) {
            LOG.debug(
                    "{}: dropped a WS-RM acknowledgement or response, because {} others already wait for the relay",
                    name,
                    MOST_LATER);
            mail.close();
            return;
        }
        try {
            executor.execute(() -> {
                try (mail) {
                    relay(mail, SmtpProgress.NONE, null);
                } catch (IOException | RuntimeException failure) {
                    LOG.warn(
                            "{}: could not send a WS-RM acknowledgement or response; the peer requests it again: {}",
                            name,
                            failure.toString());
                } finally {
                    laterPermits.release();
                }
            });
        } catch (RejectedExecutionException closing) {
            mail.close();
            throw SmtpException.notNow("the bus is shut down", closing);
        }
    }

    private void relay(OutgoingMail mail, SmtpProgress progress, @Nullable ExpectedAnswer answer) throws SmtpException {
        try {
            relay.send(mail, bounceAddress, progress);
        } catch (SmtpException failure) {
            listener.get().sent(name, failure.outcome());
            throw failure;
        }
        listener.get().sent(name, null);
        QueueRuns runs = queueRuns;
        if (answer != null && runs != null) {
            runs.sent(mail.envelope().recipient().domain(), answer, clock.nanoTime());
            checkQueuesLater();
        }
    }

    private void sendAttempt(OutgoingMail mail, Attempt attempt, @Nullable ExpectedAnswer answer) {
        try (mail) {
            if (attempt.phase().ended()) {
                return;
            }
            relay(mail, new AttemptProgress(attempt), answer);
            attempt.advance(Phase.ANSWERED);
        } catch (IOException | RuntimeException | Error failure) {
            if (!attempt.phase().ended()) {
                LOG.warn("{}: could not send transmission {}: {}", name, attempt.number(), failure.toString());
            }
            attempt.fail(failure);
        }
    }

    /** Notes that a mail has come from a domain. */
    void heard(String domain) {
        QueueRuns runs = queueRuns;
        if (runs != null) {
            runs.heard(domain, clock.nanoTime());
        }
    }

    private synchronized void checkQueuesLater() {
        if (!checking && !closed) {
            checking = true;
            timer.after(CHECK_QUEUES_EVERY, this::checkQueues);
        }
    }

    private void checkQueues() {
        QueueRuns runs = queueRuns;
        if (runs == null || closed) {
            return;
        }
        try {
            runs.due(clock.nanoTime()).forEach(domain -> executor.execute(() -> runQueue(runs, domain)));
        } catch (RejectedExecutionException closing) {
            LOG.debug("{}: no queue run is requested any more, because the bus is shut down", name, closing);
        } finally {
            // Continue also after a failure to find out which answers are missing.
            checkQueuesAgain(runs);
        }
    }

    private synchronized void checkQueuesAgain(QueueRuns runs) {
        checking = false;
        if (!runs.isEmpty()) {
            checkQueuesLater();
        }
    }

    private void runQueue(QueueRuns runs, String domain) {
        try {
            int code = relay.runQueue(domain);
            if (code == 0) {
                LOG.info("{}: the relay does not support ETRN; no further queue runs are requested from it", name);
                queueRuns = null;
            } else if (code >= 400) {
                LOG.info(
                        "{}: the relay refused a queue run for {} (ETRN reply {}); retry in an hour",
                        name,
                        domain,
                        code);
                runs.refused(domain, clock.nanoTime());
            } else {
                LOG.debug("{}: the relay started a queue run for {}", name, domain);
            }
        } catch (SmtpException unreachable) {
            LOG.debug("{}: could not request a queue run from the relay", name, unreachable);
        }
    }

    @Override
    public void close() {
        closed = true;
        awaitAcknowledgements();
        executor.shutdownNow();
        relay.close();
        timer.close();
    }

    /** Waits for at most a second until the relay has the queued acknowledgements and answers. */
    private void awaitAcknowledgements() {
        try {
            if (!laterPermits.tryAcquire(MOST_LATER, 1, TimeUnit.SECONDS)) {
                LOG.info(
                        "{}: shut down before all WS-RM acknowledgements and responses were sent; the peer"
                                + " requests them again",
                        name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reports phases to the attempt. The destination cannot receive the message before its body is written. */
    private record AttemptProgress(Attempt attempt) implements SmtpProgress {
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
