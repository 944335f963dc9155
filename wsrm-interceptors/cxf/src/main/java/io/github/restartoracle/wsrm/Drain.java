package io.github.restartoracle.wsrm;

import io.github.restartoracle.status.Backlog;
import io.github.restartoracle.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits until messages have gone. Checks periodically, because it is for the end of a program. Thread-safe. */
final class Drain {
    private static final long SHORTEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Supplier<Backlog> backlog;
    private final NanoClock clock;

    Drain(Supplier<Backlog> backlog, NanoClock clock) {
        this.backlog = backlog;
        this.clock = clock;
    }

    Backlog backlog() {
        return backlog.get();
    }

    /** Returns true if every message is acknowledged or given up before the time is over. */
    boolean awaitResolved(Duration atMost) throws InterruptedException {
        return await(() -> backlog.get().unresolved() == 0, atMost);
    }

    /** Returns true if the first transmission of every message was written before the time is over. */
    boolean awaitDeparture(Duration atMost) throws InterruptedException {
        return await(() -> backlog.get().leaving() == 0, atMost);
    }

    /** Returns true if a condition holds before the time is over. */
    boolean await(BooleanSupplier condition, Duration atMost) throws InterruptedException {
        long startNanos = clock.nanoTime();
        CountDownLatch never = new CountDownLatch(1);
        long lookNanos = SHORTEST_LOOK_NANOS;
        while (!condition.getAsBoolean()) {
            long leftNanos = saturatedNanos(atMost) - (clock.nanoTime() - startNanos);
            if (leftNanos <= 0 || never.await(Math.min(lookNanos, leftNanos), TimeUnit.NANOSECONDS)) {
                return false;
            }
            lookNanos = Math.min(2 * lookNanos, LONGEST_LOOK_NANOS);
        }
        return true;
    }

    private static long saturatedNanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }
}
