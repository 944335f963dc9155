package io.github.restartoracle.mail.smtp;

import io.github.restartoracle.mail.account.SmtpRelay;
import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.mail.mime.OutgoingMail;
import io.github.restartoracle.time.NanoClock;
import jakarta.mail.Session;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends mails through one relay, over connections that are used again. Each mail has a deadline for everything, waiting for
 * a connection included; a watchdog closes the connection then, however slowly the relay still talks. Thread-safe.
 */
public final class MailRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MailRelay.class);

    /** A connection that was used just now is not asked whether it lives; if it does not, the mail takes another. */
    private static final Duration CHECK_AFTER_IDLE = Duration.ofSeconds(1);

    /** A relay that takes longer to answer NOOP is better connected to anew. */
    private static final Duration CHECK_FOR = Duration.ofSeconds(10);

    private final SmtpRelay relay;
    private final NanoClock clock;
    private final Watchdog watchdog;
    /** One for all connections: to make one means to search the class path for providers. */
    private final Session session;

    private final Semaphore places;
    private final Deque<RelayConnection> idle = new ArrayDeque<>();
    private boolean notifications;
    private boolean evicting;
    private boolean closed;

    /**
     * A relay; connects when the first mail is sent.
     *
     * @param relay how it is reached
     * @param clock tells the age of connections
     */
    public MailRelay(SmtpRelay relay, NanoClock clock) {
        this.relay = relay;
        this.clock = clock;
        this.notifications = relay.notifications();
        this.session = RelayConnection.session(relay);
        this.places = new Semaphore(relay.connections(), true);
        this.watchdog = new Watchdog("restart-oracle-smtp-watchdog");
    }

    /**
     * Hands a mail to the relay. A connection that turns out to be dead before the body is replaced once.
     *
     * @param mail the mail; not closed
     * @param bounceAddress the envelope sender
     * @param progress told how it gets on
     * @throws SmtpException if the relay does not have the mail, or may not have it
     */
    public void send(OutgoingMail mail, MailAddress bounceAddress, Progress progress) throws SmtpException {
        long deadlineNanos = clock.nanoTime() + relay.server().deadline().toNanos();
        takePlace();
        try {
            sendOrReplace(mail, bounceAddress, progress, deadlineNanos);
        } finally {
            places.release();
        }
    }

    private void takePlace() throws SmtpException {
        try {
            if (places.tryAcquire(relay.server().deadline().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            throw busy("no connection became free in time", null);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw busy("interrupted", interrupted);
        }
    }

    private static SmtpException busy(String reason, @Nullable Throwable cause) {
        return new SmtpException(SmtpOutcome.TEMPORARY, SmtpStage.CONNECT, 0, null, reason, cause);
    }

    private void sendOrReplace(OutgoingMail mail, MailAddress bounce, Progress progress, long deadlineNanos)
            throws SmtpException {
        boolean ask = notifications();
        RelayConnection connection = takeIdle();
        if (connection != null) {
            try {
                attempt(connection, mail, bounce, ask, progress, deadlineNanos);
                return;
            } catch (SmtpException failed) {
                if (!isDead(failed) && !refusesNotifications(failed, ask)) {
                    throw failed;
                }
                LOG.debug("Connection to {} replaced: {}", relay.server(), failed.getMessage());
            }
            ask = notifications();
        }
        try {
            attempt(fresh(), mail, bounce, ask, progress, deadlineNanos);
        } catch (SmtpException failed) {
            if (!refusesNotifications(failed, ask)) {
                throw failed;
            }
            attempt(fresh(), mail, bounce, false, progress, deadlineNanos);
        }
    }

    private RelayConnection fresh() throws SmtpException {
        try {
            return new RelayConnection(relay, session, watchdog, clock.nanoTime());
        } catch (RuntimeException noPassword) {
            throw new SmtpException(
                    SmtpOutcome.TEMPORARY, SmtpStage.LOGIN, 0, null, "the password source failed", noPassword);
        }
    }

    private void attempt(
            RelayConnection connection,
            OutgoingMail mail,
            MailAddress bounce,
            boolean ask,
            Progress progress,
            long deadlineNanos)
            throws SmtpException {
        Duration left = Duration.ofNanos(Math.max(0, deadlineNanos - clock.nanoTime()));
        Watchdog.Watch deadline = watchdog.after(left, connection::abort);
        try {
            if (!progress.connecting(connection::abort)) {
                connection.abort();
                throw busy("the attempt was given up", null);
            }
            if (connection.isFresh()) {
                connection.open(relay);
            }
            connection.send(mail, bounce, ask, progress);
        } catch (SmtpException failed) {
            connection.abort();
            throw failed;
        } finally {
            deadline.callOff();
        }
        giveBack(connection);
    }

    /** The relay closed a connection that had been idle, before it was given anything. */
    private static boolean isDead(SmtpException failed) {
        return failed.stage().compareTo(SmtpStage.DATA) < 0
                && failed.outcome() == SmtpOutcome.TEMPORARY
                && (failed.code() == 0 || failed.code() == 421);
    }

    /** The relay offers delivery reports and does not know their parameters (RFC 5321, 4.1.1.11: 555). */
    private synchronized boolean refusesNotifications(SmtpException failed, boolean asked) {
        boolean refused = asked
                && (failed.stage() == SmtpStage.MAIL || failed.stage() == SmtpStage.RCPT)
                && (failed.code() == 555 || failed.code() == 501 || failed.code() == 504);
        if (refused && notifications) {
            notifications = false;
            LOG.warn("{} refuses to report deliveries: {}", relay.server(), failed.getMessage());
        }
        return refused;
    }

    private synchronized boolean notifications() {
        return notifications;
    }

    private @Nullable RelayConnection takeIdle() {
        while (true) {
            RelayConnection connection;
            synchronized (this) {
                connection = idle.pollLast();
            }
            if (connection == null) {
                return null;
            }
            Watchdog.Watch limit = watchdog.after(CHECK_FOR, connection::abort);
            try {
                if (connection.isUsable(relay, clock.nanoTime(), CHECK_AFTER_IDLE.toNanos())) {
                    return connection;
                }
            } finally {
                limit.callOff();
            }
            connection.quit();
        }
    }

    private void giveBack(RelayConnection connection) {
        long nowNanos = clock.nanoTime();
        connection.used(nowNanos);
        synchronized (this) {
            if (!closed && connection.isReusable(relay, nowNanos)) {
                idle.addLast(connection);
                if (!evicting) {
                    evicting = true;
                    watchdog.after(relay.reuseFor(), this::evict);
                }
                return;
            }
        }
        connection.quit();
    }

    private void evict() {
        List<RelayConnection> old = new ArrayList<>();
        synchronized (this) {
            long nowNanos = clock.nanoTime();
            idle.removeIf(connection -> !connection.isReusable(relay, nowNanos) && old.add(connection));
            evicting = !idle.isEmpty() && !closed;
            if (evicting) {
                watchdog.after(relay.reuseFor(), this::evict);
            }
        }
        old.forEach(RelayConnection::quit);
    }

    /** Closes the idle connections and breaks off the mails under way. */
    @Override
    public void close() {
        List<RelayConnection> open;
        synchronized (this) {
            closed = true;
            open = new ArrayList<>(idle);
            idle.clear();
        }
        open.forEach(RelayConnection::quit);
        watchdog.close();
    }
}
