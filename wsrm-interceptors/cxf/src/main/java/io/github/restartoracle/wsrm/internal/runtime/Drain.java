package io.github.restartoracle.wsrm.internal.runtime;

import io.github.restartoracle.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for a condition. Checks periodically, because it is for the end of a program. Stateless. */
public final class Drain {
    private static final long SHORTEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private Drain() {}

    /** Returns true if the condition holds before the time is over. */
    public static boolean await(BooleanSupplier condition, Duration atMost, NanoClock clock)
            throws InterruptedException {
        long startNanos = clock.nanoTime();
        // Saturates, unlike Duration#toNanos.
        long mostNanos = TimeUnit.NANOSECONDS.convert(atMost);
        CountDownLatch never = new CountDownLatch(1);
        long lookNanos = SHORTEST_LOOK_NANOS;
        while (!condition.getAsBoolean()) {
            long leftNanos = mostNanos - (clock.nanoTime() - startNanos);
            if (leftNanos <= 0 || never.await(Math.min(lookNanos, leftNanos), TimeUnit.NANOSECONDS)) {
                return false;
            }
            lookNanos = Math.min(2 * lookNanos, LONGEST_LOOK_NANOS);
        }
        return true;
    }
}
