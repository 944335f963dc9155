package io.github.restartoracle.wsrm.internal.runtime;

import io.github.restartoracle.time.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** A warning of an event that may come by the thousand: logged once in ten seconds, with a count. Thread-safe. */
public final class ThrottledWarning {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Logger log;
    private final NanoClock clock;
    private final AtomicLong lastNanos;
    private final AtomicLong count = new AtomicLong();

    /** Creates a warning that was not given yet. */
    public ThrottledWarning(Logger log, NanoClock clock) {
        this.log = log;
        this.clock = clock;
        this.lastNanos = new AtomicLong(clock.nanoTime() - PERIOD_NANOS);
    }

    /**
     * Counts an event, and logs it if no warning was logged recently.
     *
     * @param cause the cause; null for a line without a stack trace
     */
    public void warn(String what, @Nullable Throwable cause) {
        count.incrementAndGet();
        long last = lastNanos.get();
        long nowNanos = clock.nanoTime();
        if (nowNanos - last >= PERIOD_NANOS && lastNanos.compareAndSet(last, nowNanos)) {
            log.warn("{} ({} times since the last warning)", what, count.getAndSet(0), cause);
        } else {
            log.debug("{}", what, cause);
        }
    }
}
