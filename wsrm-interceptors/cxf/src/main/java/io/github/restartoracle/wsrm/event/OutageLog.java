package io.github.restartoracle.wsrm.event;

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

    /**
     * The log of something that is up.
     *
     * @param log where to
     * @param clock a monotonic clock
     * @param subject what can fail, as the beginning of a line
     */
    public OutageLog(Logger log, NanoClock clock, String subject) {
        this.log = log;
        this.clock = clock;
        this.subject = subject;
    }

    /**
     * It is down, or still is.
     *
     * @param state what to say of it, as the rest of the line
     */
    public synchronized void down(String state) {
        long nowNanos = clock.nanoTime();
        if (!down) {
            down = true;
            sinceNanos = nowNanos;
            nextNanos = nowNanos;
        }
        if (nowNanos - nextNanos >= 0) {
            nextNanos = nowNanos + PERIOD_NANOS;
            log.warn("{}: {}", subject, state);
        }
    }

    /** It is up, or still is. */
    public synchronized void up() {
        if (down) {
            down = false;
            log.info("{}: back after {} s", subject, TimeUnit.NANOSECONDS.toSeconds(clock.nanoTime() - sinceNanos));
        }
    }

    /**
     * Tells if it is down.
     *
     * @return as it was last told
     */
    public synchronized boolean isDown() {
        return down;
    }
}
