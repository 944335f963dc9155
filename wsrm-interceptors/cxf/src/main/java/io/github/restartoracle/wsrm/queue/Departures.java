package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.RestartTimer;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads in which attempts are prepared and leave. Transports that know attempts return at once, so a few threads
 * serve any number of attempts; the others hold a thread while they wait for the network and have threads of their own,
 * so that they delay nobody else.
 */
final class Departures implements Dispatch, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Departures.class);

    /** Preparing an attempt is computation only. */
    private static final int PREPARING_THREADS = 4;

    private static final long IDLE_SECONDS = 10;

    private final Resend resend;
    private final NanoClock clock;
    private final RestartTimer timer;
    private final TransmissionListener listener;
    private final ThreadPoolExecutor preparing = new ThreadPoolExecutor(
            PREPARING_THREADS,
            PREPARING_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            daemons("restart-oracle-attempt"));

    /** As many threads as attempts hang; each path bounds its own, so that one that hangs takes none from another. */
    private final ThreadPoolExecutor blocking = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            daemons("restart-oracle-blocking-attempt"));

    Departures(Resend resend, NanoClock clock, RestartTimer timer, TransmissionListener listener) {
        this.resend = resend;
        this.clock = clock;
        this.timer = timer;
        this.listener = listener;
        preparing.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public void launch(Outgoing message, Attempt attempt, long dueNanos) {
        ThreadPoolExecutor pool = message.template.hasAttemptConduit() ? preparing : blocking;
        try {
            pool.execute(() -> send(message, attempt, dueNanos));
        } catch (RejectedExecutionException closed) {
            LOG.debug("Message {} is not sent any more: the queue is closed", message.id());
            message.discardRest();
            attempt.abandon();
        } catch (OutOfMemoryError noThread) {
            LOG.error("No thread for transmission {} of message {}", attempt.number(), message.id(), noThread);
            message.discardRest();
            attempt.fail(noThread);
        }
    }

    private void send(Outgoing message, Attempt attempt, long dueNanos) {
        long nowNanos = clock.nanoTime();
        if (attempt.phase().ended() || !message.sequence.path.dispatched(message, attempt, nowNanos)) {
            message.discardRest();
            attempt.abandon();
            return;
        }
        listener.dispatched(message.id(), attempt.number(), dueNanos, nowNanos);
        try {
            resend.send(message.template, message.rest.getAndSet(null), attempt);
        } catch (RuntimeException | Error failure) {
            LOG.warn("Transmission {} of message {} failed", attempt.number(), message.id(), failure);
            attempt.fail(failure);
        }
    }

    @Override
    public void dueIn(long delayNanos) {
        timer.dueIn(delayNanos);
    }

    @Override
    public void opened(Path path) {
        listener.pathOpened(path.endpoint, path.address);
    }

    @Override
    public void gaveUp(Outgoing message) {
        String reason = String.valueOf(message.givenUp);
        int attempts = message.attemptsMade();
        try {
            preparing.execute(() -> {
                LOG.error(
                        "Message {} is given up: {}. It stays in the queue; retry it, or purge its sequence",
                        message.id(),
                        reason);
                listener.gaveUp(message.id(), attempts, reason);
            });
        } catch (RejectedExecutionException closed) {
            LOG.error("Message {} is given up: {}", message.id(), reason);
        }
    }

    @Override
    public void close() {
        preparing.shutdown();
        blocking.shutdown();
    }
}
