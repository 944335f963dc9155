package io.github.restartoracle.mail.internal.smtp;

import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.SmtpRelay;
import io.github.restartoracle.mail.internal.mime.OutgoingMail;
import io.github.restartoracle.mail.internal.wire.Watchdog;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Sends mails through one relay, over connections that are used again. Each mail has a deadline for everything, including the
 * wait for a connection. A watchdog closes the connection then, even if the relay still sends slowly. Thread-safe.
 */
public final class MailRelay implements AutoCloseable {
    private static final Logger LOG = Logs.of(MailRelay.class);

    /** A connection that was used within this time is not checked; if it is dead, the mail takes another. */
    private static final Duration CHECK_AFTER_IDLE = Duration.ofSeconds(1);

    /** The maximum time for the answer to NOOP; after that a new connection is better. */
    private static final Duration CHECK_FOR = Duration.ofSeconds(10);

    private static final ThreadFactory QUITTING = Daemons.named("restart-oracle-smtp-quit");

    private final SmtpRelay relay;
    private final NanoClock clock;
    private final Watchdog watchdog = new Watchdog("restart-oracle-smtp-watchdog");
    private final Semaphore permits;
    private final Deque<SmtpSession> idle = new ArrayDeque<>();
    private boolean notifications;
    private boolean evicting;
    private boolean closed;

    /**
     * Creates a relay that connects when the first mail is sent.
     *
     * @param relay the server and its number of connections
     * @param clock tells the age of connections
     */
    public MailRelay(SmtpRelay relay, NanoClock clock) {
        this.relay = relay;
        this.clock = clock;
        this.notifications = relay.notifications();
        this.permits = new Semaphore(relay.connections(), true);
    }

    /**
     * Hands a mail to the relay. A connection that turns out to be dead before the body is replaced once.
     *
     * @param mail the mail; not closed
     * @param bounceAddress the envelope sender
     * @param progress takes each stage
     * @throws SmtpException if the relay does not have the mail, or may not have it
     */
    public void send(OutgoingMail mail, MailAddress bounceAddress, SmtpProgress progress) throws SmtpException {
        boolean ask = notifications();
        exchange(
                progress,
                session -> session.send(mail, bounceAddress, ask, progress),
                session -> session.send(mail, bounceAddress, false, progress),
                ask);
    }

    /**
     * Asks the relay to run its queue for a domain (ETRN, RFC 1985).
     *
     * @param domain the domain that mails wait for
     * @return the code of the reply, 250 to 253 if the queue is run; 0 if the relay does not offer it
     * @throws SmtpException if the relay could not be asked
     */
    public int runQueue(String domain) throws SmtpException {
        int[] code = {0};
        Transaction ask = session -> code[0] = session.runQueue(domain);
        exchange(SmtpProgress.NONE, ask, ask, false);
        return code[0];
    }

    /** One use of a connection. */
    @FunctionalInterface
    private interface Transaction {
        void run(SmtpSession session) throws SmtpException;
    }

    private void exchange(SmtpProgress progress, Transaction first, Transaction withoutNotifications, boolean ask)
            throws SmtpException {
        long deadlineNanos = clock.nanoTime() + relay.server().deadline().toNanos();
        acquirePermit();
        try {
            SmtpSession reused = takeIdle();
            if (reused != null) {
                try {
                    attempt(reused, first, progress, deadlineNanos);
                    return;
                } catch (SmtpException failed) {
                    if (!isDead(failed) && !refusesNotifications(failed, ask)) {
                        throw failed;
                    }
                    LOG.debug("{}: connection replaced: {}", relay.server(), failed.getMessage());
                }
            }
            Transaction next = ask && !notifications() ? withoutNotifications : first;
            try {
                attempt(fresh(), next, progress, deadlineNanos);
            } catch (SmtpException failed) {
                if (!refusesNotifications(failed, ask)) {
                    throw failed;
                }
                attempt(fresh(), withoutNotifications, progress, deadlineNanos);
            }
        } finally {
            permits.release();
        }
    }

    private void acquirePermit() throws SmtpException {
        try {
            if (permits.tryAcquire(relay.server().deadline().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            throw busy("no connection was free before the deadline: raise smtp.connections or smtp.deadline", null);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw busy("interrupted while waiting for a connection", interrupted);
        }
    }

    private static SmtpException busy(String reason, @Nullable Throwable cause) {
        return new SmtpException(SmtpOutcome.TEMPORARY, SmtpStage.CONNECT, 0, null, reason, cause);
    }

    private SmtpSession fresh() {
        return new SmtpSession(relay, watchdog, clock.nanoTime());
    }

    private void attempt(SmtpSession session, Transaction transaction, SmtpProgress progress, long deadlineNanos)
            throws SmtpException {
        Duration left = Duration.ofNanos(Math.max(0, deadlineNanos - clock.nanoTime()));
        Watchdog.Watch deadline = watchdog.after(left, session::expire);
        try {
            if (!progress.connecting(session::expire)) {
                session.expire();
                throw busy("the attempt was abandoned", null);
            }
            if (session.isFresh()) {
                session.open();
            }
            transaction.run(session);
        } finally {
            deadline.cancel();
        }
        giveBack(session);
    }

    /** Returns whether the relay had closed an idle connection before it got any data of the mail. */
    private static boolean isDead(SmtpException failed) {
        return failed.stage().compareTo(SmtpStage.DATA) < 0
                && failed.outcome() == SmtpOutcome.TEMPORARY
                && (failed.code() == 0 || failed.code() == 421);
    }

    /** Returns whether the relay offers delivery reports but rejects their parameters (RFC 5321, 4.1.1.11: 555). */
    private synchronized boolean refusesNotifications(SmtpException failed, boolean asked) {
        boolean refused = asked
                && (failed.stage() == SmtpStage.MAIL || failed.stage() == SmtpStage.RCPT)
                && (failed.code() == 555 || failed.code() == 501 || failed.code() == 504);
        if (refused && notifications) {
            notifications = false;
            LOG.warn(
                    "{} rejects the DSN parameters that it offers; delivery reports are no longer requested"
                            + " from it: {}",
                    relay.server(),
                    failed.getMessage());
        }
        return refused;
    }

    private synchronized boolean notifications() {
        return notifications;
    }

    private @Nullable SmtpSession takeIdle() {
        while (true) {
            SmtpSession session;
            synchronized (this) {
                session = idle.pollLast();
            }
            if (session == null) {
                return null;
            }
            Watchdog.Watch limit = watchdog.after(CHECK_FOR, session::expire);
            try {
                if (session.isUsable(clock.nanoTime(), CHECK_AFTER_IDLE.toNanos())) {
                    return session;
                }
            } finally {
                limit.cancel();
            }
            session.quit();
        }
    }

    private void giveBack(SmtpSession session) {
        long nowNanos = clock.nanoTime();
        session.used(nowNanos);
        synchronized (this) {
            if (!closed && session.isReusable(nowNanos)) {
                idle.addLast(session);
                if (!evicting) {
                    evicting = true;
                    watchdog.after(relay.reuseFor(), this::evict);
                }
                return;
            }
        }
        session.quit();
    }

    private void evict() {
        List<SmtpSession> old = new ArrayList<>();
        synchronized (this) {
            long nowNanos = clock.nanoTime();
            idle.removeIf(session -> !session.isReusable(nowNanos) && old.add(session));
            evicting = !idle.isEmpty() && !closed;
            if (evicting) {
                watchdog.after(relay.reuseFor(), this::evict);
            }
        }
        if (!old.isEmpty()) {
            // Not in the thread of the watchdog: a write may block, and the watchdog is what ends it then.
            QUITTING.newThread(() -> old.forEach(SmtpSession::quit)).start();
        }
    }

    /** Closes the idle connections and aborts the mails in flight. */
    @Override
    public void close() {
        List<SmtpSession> open;
        synchronized (this) {
            closed = true;
            open = new ArrayList<>(idle);
            idle.clear();
        }
        open.forEach(SmtpSession::quit);
        watchdog.close();
    }
}
