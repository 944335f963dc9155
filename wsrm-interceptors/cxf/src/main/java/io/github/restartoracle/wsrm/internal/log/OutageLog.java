package io.github.restartoracle.wsrm.internal.log;

import io.github.restartoracle.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Logs an outage in few lines: one when it begins, one a minute while it lasts, one when it is over.
 *
 * <p>Thread-safe.
 */
public final class OutageLog {
    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Logger log;
    private final NanoClock clock;
    private final String subject;
    private boolean down;
    private long sinceNanos;
    private long nextNanos;

    /** Creates the log of a subject that is up. */
    public OutageLog(Logger log, NanoClock clock, String subject) {
        this.log = log;
        this.clock = clock;
        this.subject = subject;
    }

    /** Records that the subject is down, or still is. */
    public void down(String state) {
        down(state, 0);
    }

    /**
     * Records that the subject is down, or still is.
     *
     * @param forNanos the time for which it has been down
     */
    public synchronized void down(String state, long forNanos) {
        long nowNanos = clock.nanoTime();
        if (!down) {
            down = true;
            sinceNanos = nowNanos - forNanos;
            nextNanos = nowNanos;
        }
        if (nowNanos - nextNanos >= 0) {
            nextNanos = nowNanos + PERIOD_NANOS;
            log.warn("{}: {}", subject, state);
        }
    }

    /** Records that the subject is up, or still is. */
    public synchronized void up() {
        if (down) {
            down = false;
            log.info("{}: back after {} s", subject, TimeUnit.NANOSECONDS.toSeconds(clock.nanoTime() - sinceNanos));
        }
    }

    /** Returns whether the subject is down. */
    public synchronized boolean isDown() {
        return down;
    }
}
