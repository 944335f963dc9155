package io.github.restartoracle.wsrm.internal.runtime;

import io.github.restartoracle.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** A warning of an event that may come by the thousand: logged once in ten seconds, with a count. Thread-safe. */
public final class ThrottledWarning {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Logger log;
    private final NanoClock clock;
    private long lastNanos;
    private long count;

    /** Creates a warning that was not given yet. */
    public ThrottledWarning(Logger log, NanoClock clock) {
        this.log = log;
        this.clock = clock;
        this.lastNanos = clock.nanoTime() - PERIOD_NANOS;
    }

    /**
     * Counts an event, and logs it if no warning was logged recently.
     *
     * @param cause the cause; null for a line without a stack trace
     */
    public synchronized void warn(String what, @Nullable Throwable cause) {
        count++;
        long nowNanos = clock.nanoTime();
        if (nowNanos - lastNanos >= PERIOD_NANOS) {
            log.warn("{} ({} times since the last warning)", what, count, cause);
            lastNanos = nowNanos;
            count = 0;
        } else {
            log.debug("{}", what, cause);
        }
    }
}
