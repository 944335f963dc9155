package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.Pop3Mailbox;
import io.github.restartoracle.mail.internal.pop3.Pop3Session;
import io.github.restartoracle.mail.internal.spool.MailKey;
import io.github.restartoracle.mail.internal.spool.Spool;
import io.github.restartoracle.mail.internal.wire.Watchdog;
import io.github.restartoracle.mail.internal.wire.WireException;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The poller of one mailbox, and its thread, which only {@link #close} ends. Thread-safe. */
final class Inbox implements AutoCloseable {
    private static final Logger LOG = Logs.of(Inbox.class);
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final MailAccount account;
    private final Pop3Mailbox mailbox;
    private final Watchdog watchdog;
    private final NanoClock clock = NanoClock.system();
    private final Recipients recipients;
    private final Tally tally = new Tally();
    private final Spool spool;
    private final Poll poll;
    private final Backoff backoff;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wake = lock.newCondition();
    private volatile boolean closed;
    private volatile @Nullable Pop3Session session;
    private volatile String state = "new";
    private volatile String lastFailure = "";
    private volatile int failures;
    private volatile long lastPollMillis;
    private volatile int pending;
    private volatile int inQuarantine;

    Inbox(MailAccount account, SentRequests requests, ReportListener reports, Steps steps, Watchdog watchdog)
            throws IOException {
        this.account = account;
        this.mailbox = Objects.requireNonNull(account.pop3(), "pop3");
        this.watchdog = watchdog;
        this.recipients = new Recipients(requests, account.policy());
        this.spool =
                Spool.open(directory(account), account.policy().replayMemory(), account.limits(), Clock.systemUTC());
        Processing processing = new Processing(account, spool, recipients, reports, tally, steps, clock);
        this.poll = new Poll(account, mailbox.deletePolicy(), this::open, spool, processing, tally, steps, clock);
        this.backoff = new Backoff(mailbox.pollInterval(), RandomGenerator.getDefault());
        this.thread = new Thread(this::run, "mail-inbox-" + account.name());
        thread.setDaemon(true);
    }

    /** Returns the directory of the mailbox, so that accounts can share a root. */
    private static Path directory(MailAccount account) throws IOException {
        Path root = account.spoolDirectory();
        if (root == null) {
            throw new IOException(
                    "account " + account.name() + " receives mails, but has no spool directory: set spool-directory");
        }
        byte[] name = MailKey.sha256().digest(key(account).getBytes(StandardCharsets.UTF_8));
        return root.resolve(HexFormat.of().formatHex(name, 0, 8));
    }

    /** Returns the name of the mailbox of an account: destinations of accounts with the same name share it. */
    static String key(MailAccount account) {
        Pop3Mailbox mailbox = Objects.requireNonNull(account.pop3(), "pop3");
        return mailbox.server().host().toLowerCase(Locale.ROOT) + ":"
                + mailbox.server().port() + ":"
                + Objects.requireNonNull(mailbox.server().login(), "login").user();
    }

    Recipients recipients() {
        return recipients;
    }

    void start() {
        thread.start();
    }

    /** Returns whether the calling thread is the one that polls. */
    boolean isHere() {
        return thread == Thread.currentThread();
    }

    private Pop3Session open() throws WireException {
        Pop3Session opened = Pop3Session.open(mailbox, watchdog);
        session = opened;
        if (closed) {
            opened.close();
        }
        return opened;
    }

    private void run() {
        while (!closed) {
            Duration pause = pollOnce();
            lock.lock();
            try {
                long nanos = pause.toNanos();
                while (!closed && nanos > 0) {
                    nanos = wake.awaitNanos(nanos);
                }
            } catch (InterruptedException e) {
                // Only close() ends this thread; other interrupts are ignored.
                LOG.debug("{}: interrupted", account.name());
            } finally {
                lock.unlock();
            }
        }
        try {
            spool.close();
        } catch (IOException e) {
            LOG.warn("{}: the spool could not be closed", account.name(), e);
        }
        state = "closed";
    }

    /** Polls once, and returns the pause until the next poll. */
    private Duration pollOnce() {
        state = "polling";
        long start = clock.nanoTime();
        Duration pause;
        try {
            boolean more = poll.run();
            pause = backoff.afterSuccess();
            if (more) {
                pause = Duration.ZERO;
            }
            if (failures > 0) {
                LOG.info("{}: polling succeeded after {} failures", account.name(), failures);
            }
            state = "waiting";
            lastFailure = "";
        } catch (WireException e) {
            pause = backoff.afterFailure(e.reason());
            failed(e.reason() + ": " + e.getMessage(), pause, e);
        } catch (Throwable e) {
            // An Error of an application must not end the polling of its mailbox for good either.
            pause = backoff.afterFailure(null);
            failed(e.getClass().getName(), pause, e);
        }
        failures = backoff.failures();
        lastPollMillis = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - start);
        pending = spool.pending().size();
        inQuarantine = spool.quarantined();
        return pause;
    }

    private void failed(String why, Duration pause, Throwable cause) {
        state = "backing off";
        lastFailure = why;
        if (!closed) {
            LOG.warn("{} ABORT poll; retry in {} s: {}", account.name(), pause.toSeconds(), why);
            LOG.debug("{}", account.name(), cause);
        }
    }

    String state() {
        return state;
    }

    String lastFailure() {
        return lastFailure;
    }

    int failures() {
        return failures;
    }

    long lastPollMillis() {
        return lastPollMillis;
    }

    int pending() {
        return pending;
    }

    int inQuarantine() {
        return inQuarantine;
    }

    long count(MailOutcome outcome) {
        return tally.of(outcome);
    }

    /** Ends polling. An open session is dropped, so no deletion is half done; a running delivery is awaited. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            wake.signalAll();
        } finally {
            lock.unlock();
        }
        Pop3Session open = session;
        if (open != null) {
            open.close();
        }
        if (thread != Thread.currentThread() && thread.isAlive()) {
            try {
                thread.join(CLOSING.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
