package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.slf4j.Logger;

/**
 * Wakes a path when a message of it is due. After an exception the path is not called for 100 ms, and never twice within 0.1 ms.
 * Thread-safe.
 */
final class Alarm {
    static final long LEAST_PAUSE_NANOS = 100_000;
    static final long PAUSE_AFTER_ERROR_NANOS = 100_000_000;
    private static final long NEVER_NANOS = Long.MAX_VALUE / 2;
    private static final Logger LOG = Logs.of(Alarm.class);

    private final NanoClock clock;
    private final Later later;
    /** The time for which the next ring is planned. */
    private final AtomicLong atNanos;

    private volatile LongUnaryOperator nanosUntilDue = nowNanos -> Long.MAX_VALUE;
    private volatile LongConsumer expire = nowNanos -> {};

    Alarm(NanoClock clock, Later later) {
        this.clock = clock;
        this.later = later;
        this.atNanos = new AtomicLong(clock.nanoTime() + NEVER_NANOS);
    }

    /** Sets {@link Path#nanosUntilDue} and {@link Path#expire} of the path, before its first message is due. */
    void wakes(LongUnaryOperator untilDue, LongConsumer handling) {
        nanosUntilDue = untilDue;
        expire = handling;
    }

    /**
     * Notes that a message will be due. If a ring is planned before that, this costs one read of the clock and one of a volatile
     * field.
     *
     * @param delayNanos from now; {@link Long#MAX_VALUE} for never
     */
    void dueIn(long delayNanos) {
        if (delayNanos > NEVER_NANOS) {
            return;
        }
        long candidate = clock.nanoTime() + Math.max(0, delayNanos);
        if (candidate - atNanos.get() < 0) {
            atNanos.accumulateAndGet(candidate, (one, other) -> one - other < 0 ? one : other);
            later.in(delayNanos, this::ring);
        }
    }

    private void ring() {
        long nowNanos = clock.nanoTime();
        if (atNanos.get() - nowNanos > 0) {
            // An earlier ring has come instead of this one.
            return;
        }
        // What becomes due from here on is planned again, even if the path was asked already.
        atNanos.set(nowNanos + NEVER_NANOS);
        try {
            long delayNanos = nanosUntilDue.applyAsLong(nowNanos);
            if (delayNanos <= 0) {
                expire.accept(nowNanos);
                delayNanos = Math.max(LEAST_PAUSE_NANOS, nanosUntilDue.applyAsLong(nowNanos));
            }
            dueIn(delayNanos);
        } catch (RuntimeException | Error failure) {
            LOG.error("Restarting messages failed; trying again", failure);
            dueIn(PAUSE_AFTER_ERROR_NANOS);
        }
    }
}
