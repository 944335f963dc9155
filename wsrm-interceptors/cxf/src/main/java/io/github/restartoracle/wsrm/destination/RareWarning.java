package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** A warning for what happens by the thousand when it happens: logged once in ten seconds, with a count. Thread-safe. */
final class RareWarning {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Logger log;
    private final NanoClock clock;
    private long lastNanos;
    private long count;

    RareWarning(Logger log, NanoClock clock) {
        this.log = log;
        this.clock = clock;
        this.lastNanos = clock.nanoTime() - PERIOD_NANOS;
    }

    synchronized void warn(String what, Throwable cause) {
        count++;
        long nowNanos = clock.nanoTime();
        if (nowNanos - lastNanos >= PERIOD_NANOS) {
            log.warn("{} ({} times since the last such warning)", what, count, cause);
            lastNanos = nowNanos;
            count = 0;
        } else {
            log.debug("{}", what, cause);
        }
    }
}
